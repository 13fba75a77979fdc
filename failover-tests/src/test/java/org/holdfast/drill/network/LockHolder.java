// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that holds a lock until it is told something, and then leaves a file before it releases
 * the lock. For {@link NetworkLockIT}.
 */
final class LockHolder {
  static final String HOLDS = "holds the lock";

  private LockHolder() {}

  public static void main(String[] arguments) throws Exception {
    NetworkLock lock = new NetworkLock(Path.of(arguments[0]));
    Path unused =
        lock.hold(
            () -> {
              System.out.println(HOLDS);
              int told = System.in.read();
              return Files.writeString(Path.of(arguments[1]), Integer.toString(told));
            });
  }
}
