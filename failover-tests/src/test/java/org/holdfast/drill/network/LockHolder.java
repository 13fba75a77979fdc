// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that holds a lock until it reads a byte from its input. It writes that byte to a file
 * before it releases the lock. {@link NetworkLockIT} starts it.
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
              int read = System.in.read();
              return Files.writeString(Path.of(arguments[1]), Integer.toString(read));
            });
  }
}
