// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The names of attributes that were read lately: thousands of sessions have the same few. A text of
 * its own for each session takes some 56 bytes of heap for each name. Thread-safe.
 */
final class SharedNames {
  private static final int PLACES = 4096;

  /** The most characters of a name that is shared, which bounds what lies here. */
  private static final int MOST_CHARACTERS = 64;

  /**
   * The names, each at the place that its hash gives. Written by any thread without order: texts
   * are safe to publish that way, and an overwritten one is only not shared.
   */
  private static final @Nullable String[] READ = new String[PLACES];

  private SharedNames() {}

  /** Returns the same name as {@code read}, preferably a text that is there already. */
  static String of(String read) {
    if (read.length() > MOST_CHARACTERS) {
      return read;
    }
    int hash = read.hashCode();
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    String present = READ[place];
    if (read.equals(present)) {
      return present;
    }
    READ[place] = read;
    return read;
  }
}
