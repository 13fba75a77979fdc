// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/**
 * What turns attributes into bytes. Equal on all nodes: with {@link #JDK} Kryo's bytes are not
 * read.
 */
public enum CodecChoice {
  /**
   * Kryo for what it gives back faithfully, JDK serialization for the rest. Fast and small; the
   * default.
   */
  KRYO,
  /**
   * JDK serialization alone, under the same class filter and limits. Some ten times slower to
   * encode and larger; for applications that rely on its every detail.
   */
  JDK
}
