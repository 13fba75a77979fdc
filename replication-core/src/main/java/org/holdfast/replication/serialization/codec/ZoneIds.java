/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.codec;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Time zones that another JDK wrote: JDK serialization gives back a zone without rules if this JDK
 * does not know it, which fails only when it is used. Stateless.
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
