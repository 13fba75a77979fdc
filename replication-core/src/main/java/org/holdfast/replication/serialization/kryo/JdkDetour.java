// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

/**
 * The exception for a graph with an object that only JDK serialization gives back faithfully. It
 * never leaves this package and carries no stack.
 */
final class JdkDetour extends RuntimeException {
  private static final long serialVersionUID = 1L;

  JdkDetour(Class<?> type) {
    super(type.getName() + " needs JDK serialization", null, false, false);
  }
}
