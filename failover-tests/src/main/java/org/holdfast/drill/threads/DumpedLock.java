// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

/**
 * A lock of one dump.
 *
 * @param className as in {@code java.lang.Object}, or what there is to say instead
 * @param address what tells it from others of its class in this dump; another dump of the JVM may
 *     have another one, when the garbage collector has moved the lock. Empty if there is none.
 */
public record DumpedLock(String className, String address) {
  private static final String[] LOCKS = {"ReentrantLock", "ReentrantReadWriteLock", "StampedLock"};
  private static final String PACKAGE = "java.util.concurrent.locks.";

  /** Tells whether a thread that parks for it wants to hold it, as one wants a lock. */
  boolean isMutex() {
    for (String lock : LOCKS) {
      if (className.equals(PACKAGE + lock) || className.startsWith(PACKAGE + lock + "$")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return address.isEmpty() ? className : className + " <" + address + ">";
  }
}
