// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.schema;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts values for a field that had another type where they were written: boxes for primitives
 * and back, wider primitives, supertypes. No conversion loses a digit. Stateless.
 */
public final class Conversion {
  /** The answer that the types alone give. */
  public enum Fit {
    /** The same type. */
    SAME,
    /** Another type that takes each value. */
    ALWAYS,
    /** A type that takes some values only. */
    BY_VALUE,
    /** Another type that takes no value. */
    NEVER
  }

  /** The result of {@link #convert} for a value that does not fit. */
  public static final Object NO_FIT = new Object();

  private static final Set<String> SUPERTYPES =
      Set.of(
          "java.lang.Object",
          "java.io.Serializable",
          "java.lang.Comparable",
          "java.lang.constant.Constable");
  private static final String NUMBER = "java.lang.Number";
  private static final String CONSTANT = "java.lang.constant.ConstantDesc";
  private static final Set<String> STRING_SUPERTYPES = Set.of("java.lang.CharSequence", CONSTANT);

  private Conversion() {}

  /**
   * Returns the answer that the types alone give.
   *
   * @param localType declared type here, as {@link Class#getName()} gives it
   */
  public static Fit fit(FieldKind written, String localType) {
    FieldKind local = FieldKind.ofType(localType);
    if (written == FieldKind.OBJECT) {
      return Fit.BY_VALUE;
    }
    if (written == local) {
      return Fit.SAME;
    }
    if (written == FieldKind.STRING) {
      boolean above = SUPERTYPES.contains(localType) || STRING_SUPERTYPES.contains(localType);
      return above ? Fit.ALWAYS : Fit.NEVER;
    }
    boolean constant = written.isNumber() && written.compareTo(FieldKind.INT) >= 0;
    if (SUPERTYPES.contains(localType)
        || (written.isNumber() && localType.equals(NUMBER))
        || (constant && localType.equals(CONSTANT))) {
      return Fit.ALWAYS;
    }
    FieldKind target = local.isPrimitive() ? local : FieldKind.ofBox(localType);
    return target == null ? Fit.NEVER : widening(written, target);
  }

  private static Fit widening(FieldKind from, FieldKind to) {
    if (from == to) {
      return Fit.ALWAYS;
    }
    boolean widens =
        switch (from) {
          case BYTE -> to.isNumber();
          case SHORT, CHAR -> to.isNumber() && to.compareTo(FieldKind.INT) >= 0;
          case INT, LONG, FLOAT -> to.isNumber() && to.compareTo(from) > 0;
          case BOOLEAN, DOUBLE, STRING, OBJECT -> false;
        };
    if (!widens) {
      return Fit.NEVER;
    }
    boolean mayLoseDigits =
        (from == FieldKind.INT && to == FieldKind.FLOAT)
            || (from == FieldKind.LONG && (to == FieldKind.FLOAT || to == FieldKind.DOUBLE));
    return mayLoseDigits ? Fit.BY_VALUE : Fit.ALWAYS;
  }

  /**
   * Returns {@code value} as a field of type {@code to} takes it, boxed if that is a primitive;
   * {@link #NO_FIT} if it cannot.
   */
  public static @Nullable Object convert(@Nullable Object value, Class<?> to) {
    if (value == null) {
      return to.isPrimitive() ? NO_FIT : null;
    }
    if (to.isInstance(value)) {
      return value;
    }
    FieldKind target =
        to.isPrimitive() ? FieldKind.ofType(to.getName()) : FieldKind.ofBox(to.getName());
    FieldKind source = FieldKind.ofBox(value.getClass().getName());
    if (target == null || source == null) {
      return NO_FIT;
    }
    if (source == target) {
      return value;
    }
    return widening(source, target) == Fit.NEVER ? NO_FIT : widen(value, target);
  }

  private static Object widen(Object value, FieldKind to) {
    if (value instanceof Float number) {
      return (double) number;
    }
    long whole = value instanceof Character c ? c : ((Number) value).longValue();
    return switch (to) {
      case SHORT -> (short) whole;
      case INT -> (int) whole;
      case LONG -> whole;
      case FLOAT -> isExact(whole, (long) (float) whole) ? (Object) (float) whole : NO_FIT;
      case DOUBLE -> isExact(whole, (long) (double) whole) ? (Object) (double) whole : NO_FIT;
      default -> NO_FIT;
    };
  }

  /**
   * Tells whether {@code value} survived. The conversion back saturates, so the largest long would
   * seem to survive.
   */
  private static boolean isExact(long value, long back) {
    return value == back && value != Long.MAX_VALUE;
  }
}
