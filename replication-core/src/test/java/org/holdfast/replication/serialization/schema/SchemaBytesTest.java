// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.junit.jupiter.api.Test;

class SchemaBytesTest {
  private static final Schema CART =
      new Schema(
          "shop.Cärt",
          Schema.Form.BEAN,
          List.of(
              new SchemaField("id", FieldKind.INT, "shop.Base"),
              new SchemaField("id", FieldKind.LONG, "shop.Cärt"),
              new SchemaField("x".repeat(300), FieldKind.STRING, ""),
              new SchemaField("items", FieldKind.OBJECT, "")));

  @Test
  void givesBackTheSameSchema() {
    assertThat(parse(SchemaBytes.encode(CART))).isEqualTo(CART);
    for (FieldKind kind : FieldKind.values()) {
      Schema schema = new Schema("R", Schema.Form.RECORD, List.of(new SchemaField("f", kind, "")));
      assertThat(parse(SchemaBytes.encode(schema))).isEqualTo(schema);
    }
    Schema constants = new Schema("E", Schema.Form.ENUM, List.of());
    assertThat(parse(SchemaBytes.encode(constants))).isEqualTo(constants);
  }

  @Test
  void takesTheNameAndThreeBytesMoreThanItForOneField() {
    Schema schema =
        new Schema("shop.Cart", Schema.Form.BEAN, List.of(new SchemaField("a", FieldKind.INT, "")));

    assertThat(SchemaBytes.encode(schema)).hasSize(1 + 9 + 1 + 1 + 1 + 1);
  }

  @Test
  void refusesEachTruncation_orReadsFewerFields() {
    byte[] whole = SchemaBytes.encode(CART);
    for (int length = 0; length < whole.length; length++) {
      Schema cut;
      try {
        cut = parse(Arrays.copyOf(whole, length));
      } catch (LimitExceeded expected) {
        continue;
      }
      assertThat(cut.fields()).isEqualTo(CART.fields().subList(0, cut.fields().size()));
    }
  }

  @Test
  void refusesAFieldThatIsNamedTwice() {
    SchemaField plain = new SchemaField("a", FieldKind.INT, "");
    SchemaField owned = new SchemaField("a", FieldKind.INT, "shop.Base");
    for (List<SchemaField> fields :
        List.of(
            List.of(plain, plain),
            List.of(owned, owned),
            List.of(plain, owned),
            List.of(owned, plain))) {
      byte[] bytes = SchemaBytes.encode(new Schema("C", Schema.Form.BEAN, fields));

      assertThatThrownBy(() -> parse(bytes))
          .isInstanceOf(LimitExceeded.class)
          .hasMessage("a schema names a field twice");
    }
  }

  @Test
  void refusesUnknownCodesAndBadNames() {
    refused("unknown form", 1, 'C', 'X');
    refused("goes on after its form", 1, 'C', 'E', 1, 'a', 'I');
    refused("unknown kind", 1, 'C', 'B', 1, 'a', 'Q');
    refused("ends too early", 1, 'C', 'B', 1, 'a', 'I' | 0x80);
    refused("ends early", 1, 'C', 'B', 1, 'a');
    refused("name of 0 bytes", 0, 'B');
    refused("name of 2097151 bytes", 0xFF, 0xFF, 0x7F, 'C');
    refused("name of 18253611007 bytes", 0xFF, 0xFF, 0xFF, 0xFF, 'C');
    refused("not UTF-8", 2, 0xC0, 0x80, 'B');
  }

  @Test
  void refusesMoreThanItsBound() {
    List<SchemaField> fields = new ArrayList<>();
    for (int i = 0; i < 7_000; i++) {
      fields.add(new SchemaField("field" + 1_000 * i, FieldKind.INT, ""));
    }
    Schema wide = new Schema("C", Schema.Form.BEAN, fields);

    assertThatThrownBy(() -> SchemaBytes.encode(wide))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 65536");
    assertThatThrownBy(() -> parse(new byte[Schema.MAX_BYTES + 1]))
        .hasMessageContaining("schema of 65537 bytes");
  }

  private static void refused(String reason, int... octets) {
    byte[] bytes = new byte[octets.length];
    for (int i = 0; i < octets.length; i++) {
      bytes[i] = (byte) octets[i];
    }
    assertThatThrownBy(() -> parse(bytes))
        .isInstanceOf(LimitExceeded.class)
        .hasMessageContaining(reason);
  }

  private static Schema parse(byte[] bytes) {
    return SchemaBytes.parse(ByteBuffer.wrap(bytes));
  }
}
