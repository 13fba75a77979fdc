// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.esotericsoftware.kryo.Kryo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaBytes;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.junit.jupiter.api.Test;

/** Schemas that no honest writer sends. */
class HostileSchemaTest extends HostileBytes {
  private static final String POINT = SampleBeans.Point.class.getName();

  @Test
  void refusesLengthsThatAreNotThere() {
    for (int length : new int[] {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 65_537, 100, 4}) {
      refused(
          kryo(
              out -> {
                out.writeVarInt(1, true);
                out.writeVarInt(0, true);
                out.writeVarInt(length, true);
                out.writeBytes(new byte[] {1, 'C', 'B'});
              }));
    }
  }

  @Test
  void refusesSkippedNumbersOfClasses() {
    for (int number : new int[] {1, -1, Integer.MAX_VALUE}) {
      refused(
          kryo(
              out -> {
                out.writeVarInt(1, true);
                out.writeVarInt(number, true);
                byte[] schema = SchemaBytes.encode(point());
                out.writeVarInt(schema.length, true);
                out.writeBytes(schema);
              }));
    }
  }

  @Test
  void refusesFieldsOfOtherTypes_withoutTouchingTheObject() {
    refused(attribute(point(new SchemaField("x", FieldKind.STRING, "")), new byte[] {0}));
    refused(attribute(new Schema(POINT, Schema.Form.ENUM, List.of()), new byte[] {0}));
    refused(attribute(new Schema(POINT, Schema.Form.ARRAY, List.of()), new byte[] {0}));
    refused(attribute(new Schema("[L" + POINT + ";", Schema.Form.BEAN, List.of()), new byte[] {0}));
    refused(attribute(new Schema("[I", Schema.Form.ARRAY, List.of()), new byte[] {0}));
    refused(attribute(new Schema("java.util.ArrayList", Schema.Form.BEAN, List.of()), new byte[0]));
    refused(
        attribute(
            new Schema("java.util.concurrent.TimeUnit", Schema.Form.BEAN, List.of()), new byte[0]));
  }

  @Test
  void refusesDeepNestingInsideWhatIsDropped() {
    SchemaField gone = new SchemaField("gone", FieldKind.OBJECT, "");
    int lists = 5_000;
    byte[] nested = new byte[lists * 4 + 1];
    int at = 0;
    for (int i = 0; i < lists; i++) {
      nested[at++] = (byte) (id(ArrayList.class) + 2);
      nested[at++] = Kryo.NOT_NULL;
      nested[at++] = 1;
    }
    byte[] payload = java.util.Arrays.copyOf(nested, at + 1);
    refused(attribute(point(gone), payload));
  }

  @Test
  void refusesClassesOutsideTheFilter_ofAnyForm() {
    for (Schema.Form form : Schema.Form.values()) {
      for (String name :
          List.of(
              "java.lang.ProcessBuilder",
              "[Ljavax.management.ObjectName;",
              "a\u0000b",
              "../x",
              "\u20ac")) {
        refused(attribute(new Schema(name, form, List.of()), new byte[] {0}));
      }
    }
  }

  @Test
  void keepsABoundedNumberOfPlans() {
    WebappClasses classes = new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);
    ReadPlans plans = new ReadPlans(classes, new ClassPlans(classes), ClassAliases.NONE);
    int most = 0;
    for (int i = 0; i < 2 * ReadPlans.MOST_PLANS; i++) {
      String name = "f" + i + "x".repeat(i % 3 == 0 ? 20_000 : 1);
      SchemaField field = new SchemaField(name, FieldKind.INT, "");
      plans.plan(ByteBuffer.wrap(SchemaBytes.encode(point(field))));
      most = Math.max(most, plans.size());
    }

    assertThat(most).isBetween(10, ReadPlans.MOST_BYTES / 6_000);
  }

  @Test
  void readsOrRefuses_whenASchemaIsRandom() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    byte[] whole = codec.encode("a", List.of(new SampleBeans.Bean(), new SampleBeans.Point(1, 2)));
    for (int i = 0; i < 2_000; i++) {
      byte[] payload = java.util.Arrays.copyOfRange(whole, Envelope.HEADER_BYTES, whole.length);
      for (int change = random.nextInt(3); change >= 0; change--) {
        payload[random.nextInt(payload.length)] = (byte) random.nextInt();
      }
      byte[] envelope = Envelope.seal(Envelope.KRYO, payload, payload.length);
      assertThatCode(
              () -> {
                try {
                  codec.decode("a", envelope);
                } catch (CorruptAttributeException expected) {
                  assertThat(expected).hasMessageStartingWith("attribute \"a\"");
                }
              })
          .as("seed %s", seed)
          .doesNotThrowAnyException();
    }
  }

  private static Schema point(SchemaField... fields) {
    return new Schema(POINT, Schema.Form.RECORD, List.of(fields));
  }

  private static byte[] attribute(Schema schema, byte[] values) {
    return kryo(
        out -> {
          byte[] bytes = SchemaBytes.encode(schema);
          out.writeVarInt(1, true);
          out.writeVarInt(0, true);
          out.writeVarInt(bytes.length, true);
          out.writeBytes(bytes);
          out.writeVarInt(Kryo.NOT_NULL, true);
          out.writeBytes(values);
        });
  }
}
