// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import org.holdfast.replication.serialization.codec.KeyCharges.Keeping;

/**
 * The way in which the {@code readObject} of a class treats the objects that it reads by itself.
 */
enum ReadMethod {
  SET(1, Keeping.TREES),
  MAP(2, Keeping.TREES),
  TABLE(2, Keeping.CHAINS),
  IMMUTABLE_SET(1, Keeping.PROBES),
  IMMUTABLE_MAP(2, Keeping.PROBES),
  QUEUE(1, Keeping.ORDER),
  SORTED_MAP(2, Keeping.ORDER),
  /** A method that neither hashes nor compares any. */
  WITHOUT_KEYS(0, Keeping.ORDER),
  /** A method of the application. */
  UNKNOWN(0, Keeping.ORDER);

  private final int stride;
  private final Keeping keeping;

  ReadMethod(int stride, Keeping keeping) {
    this.stride = stride;
    this.keeping = keeping;
  }

  /**
   * @param className as it stands in the stream
   * @param tag the last {@code int} field of the class
   */
  static ReadMethod of(String className, int tag) {
    return switch (className) {
      case "java.util.HashSet" -> SET;
      case "java.util.HashMap", "java.util.concurrent.ConcurrentHashMap" -> MAP;
      case "java.util.Hashtable" -> TABLE;
      case "java.util.PriorityQueue" -> QUEUE;
      case "java.util.concurrent.ConcurrentSkipListMap" -> SORTED_MAP;
      // The written form of List.of, Set.of and Map.of: the tag says which.
      case "java.util.CollSer" ->
          switch (tag & 0xFF) {
            case 2 -> IMMUTABLE_SET;
            case 3 -> IMMUTABLE_MAP;
            default -> WITHOUT_KEYS;
          };
      default -> className.startsWith("java.") ? WITHOUT_KEYS : UNKNOWN;
    };
  }

  Keeping keeping() {
    return keeping;
  }

  boolean hashes() {
    return keeping != Keeping.ORDER;
  }

  /** Tells whether the object at {@code index} is a key. */
  boolean isKey(int index) {
    return stride > 0 && index % stride == 0;
  }
}
