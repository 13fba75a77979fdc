// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Finds time zones that this JDK does not know. JDK serialization gives them back without rules,
 * and they fail only when they are used. Stateless.
 */
public final class ZoneIds {
  private ZoneIds() {}

  /**
   * @throws LimitExceeded if {@code object} is or has a time zone that this JDK does not know
   */
  public static void requireKnown(@Nullable Object object) {
    ZoneId zone =
        object instanceof ZonedDateTime time
            ? time.getZone()
            : object instanceof ZoneId id ? id : null;
    if (zone == null) {
      return;
    }
    try {
      Object unused = zone.getRules();
    } catch (DateTimeException e) {
      throw new LimitExceeded("a time zone that this JDK does not know");
    }
  }
}
