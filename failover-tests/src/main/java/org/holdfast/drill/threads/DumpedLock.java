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
