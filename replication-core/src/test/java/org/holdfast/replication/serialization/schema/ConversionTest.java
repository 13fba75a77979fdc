// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.serialization.schema.Conversion.Fit;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static final List<Object> VALUES =
      List.of(
          true,
          (byte) -7,
          'x',
          (short) -300,
          16_777_217,
          Integer.MIN_VALUE,
          (1L << 60) + 1,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          0.1f,
          Float.NaN,
          0.1,
          "text");

  private static final List<Class<?>> TYPES =
      List.of(
          boolean.class,
          byte.class,
          char.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class,
          Boolean.class,
          Byte.class,
          Character.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          Object.class,
          Number.class,
          Serializable.class,
          Comparable.class,
          CharSequence.class,
          List.class,
          int[].class,
          java.lang.constant.Constable.class,
          java.lang.constant.ConstantDesc.class);

  /**
   * A conversion that the types allow must hold for each value, and one that they rule out must
   * fail.
   */
  @Test
  void keepsWhatTheTypesSay_forEachValueAndType() {
    for (Object value : VALUES) {
      FieldKind written = kindOf(value);
      for (Class<?> type : TYPES) {
        Fit fit = Conversion.fit(written, type.getName());
        Object converted = Conversion.convert(value, type);
        String what = value.getClass() + " " + value + " to " + type + ": " + fit;
        if (fit == Fit.NEVER) {
          assertThat(converted).as(what).isSameAs(Conversion.NO_FIT);
        } else if (fit != Fit.BY_VALUE) {
          assertThat(converted).as(what).isNotSameAs(Conversion.NO_FIT);
        }
        if (converted != Conversion.NO_FIT) {
          assertThat(exact(converted)).as(what).isEqualTo(exact(value));
        }
      }
    }
  }

  /** Compares by all digits: an int and a double are the same if their decimal values are. */
  private static Object exact(Object value) {
    if (value instanceof Character c) {
      return exact((int) c);
    }
    if (value instanceof Float f) {
      return exact((double) f);
    }
    if (value instanceof Double d) {
      return d.isNaN() ? "NaN" : new java.math.BigDecimal(d).stripTrailingZeros();
    }
    return value instanceof Number n
        ? new java.math.BigDecimal(n.longValue()).stripTrailingZeros()
        : value;
  }

  private static FieldKind kindOf(Object value) {
    FieldKind kind = FieldKind.ofBox(value.getClass().getName());
    return kind == null ? FieldKind.ofType(value.getClass().getName()) : kind;
  }

  @Test
  void widensWithoutLoss() {
    assertThat(Conversion.convert(7, long.class)).isEqualTo(7L);
    assertThat(Conversion.convert(7, Long.class)).isEqualTo(7L);
    assertThat(Conversion.convert('a', int.class)).isEqualTo(97);
    assertThat(Conversion.convert(1 << 24, float.class)).isEqualTo(16_777_216f);
    assertThat(Conversion.convert((1 << 24) + 1, float.class)).isSameAs(Conversion.NO_FIT);
    assertThat(Conversion.convert(Long.MAX_VALUE, double.class)).isSameAs(Conversion.NO_FIT);
    assertThat(Conversion.convert(Long.MIN_VALUE, double.class)).isEqualTo(-0x1p63);
  }

  @Test
  void givesNullToReferencesOnly() {
    assertThat(Conversion.convert(null, List.class)).isNull();
    assertThat(Conversion.convert(null, int.class)).isSameAs(Conversion.NO_FIT);
  }

  @Test
  void judgesObjectsByTheirValue() {
    assertThat(Conversion.fit(FieldKind.OBJECT, "java.util.List")).isEqualTo(Fit.BY_VALUE);
    assertThat(Conversion.convert(new ArrayList<>(), List.class)).isEqualTo(List.of());
    assertThat(Conversion.convert(List.of(), ArrayList.class)).isSameAs(Conversion.NO_FIT);
  }
}
