// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Knows values that can never change: final classes of the JDK that are deeply immutable, and enum
 * constants.
 */
public final class ImmutableTypes {
  private static final Set<Class<?>> EXACT =
      Set.of(
          String.class,
          Integer.class,
          Long.class,
          Short.class,
          Byte.class,
          Character.class,
          Boolean.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          URI.class,
          Class.class,
          Currency.class,
          Locale.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class,
          Instant.class,
          Duration.class,
          Period.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Year.class,
          YearMonth.class,
          MonthDay.class,
          DayOfWeek.class,
          Month.class);

  private static final Set<Class<?>> SMALL =
      Set.of(
          Integer.class,
          Long.class,
          Short.class,
          Byte.class,
          Character.class,
          Boolean.class,
          Float.class,
          Double.class);

  /** A bound on the bytes of header, class id and length in the envelope of a text. */
  private static final int MOST_OVERHEAD_BYTES = 20;

  private ImmutableTypes() {}

  /**
   * Tells whether {@code value} and all it refers to can never change. Enum constants count: their
   * fields do not travel anyway. Records do not count yet, not even those of immutable components.
   */
  public static boolean isImmutable(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.isEmpty() || isImmutable(optional.get());
    }
    return EXACT.contains(value.getClass())
        || value instanceof Enum<?>
        || (value instanceof ZoneId && PlatformClasses.includes(value.getClass()));
  }

  /**
   * Tells whether {@code value} is a number, a truth value or a text that certainly fits into an
   * envelope of {@code maxBytes}, at least 64. No class filter refuses these, so nothing about them
   * needs to be tried.
   */
  public static boolean isSurelySmall(Object value, int maxBytes) {
    if (value instanceof String text) {
      return text.length() <= (maxBytes - MOST_OVERHEAD_BYTES) / 2;
    }
    return SMALL.contains(value.getClass());
  }
}
