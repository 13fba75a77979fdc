// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/**
 * The codec that writes attributes. Each reads the bytes of both, so that the choice can be changed
 * node by node; otherwise set it to the same value on all nodes.
 */
public enum CodecChoice {
  /**
   * Kryo for attributes that it gives back faithfully, JDK serialization for the rest. Fast and
   * small; the default.
   */
  KRYO,
  /**
   * JDK serialization alone, under the same class filter and limits. Some ten times slower to
   * encode and larger; for applications that rely on its every detail.
   */
  JDK
}
