// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/*
 * Threads: any. The monitor admits one thread of this process, the lock of the file one process of
 * the machine. The system releases the lock of a process that ends, however it ends.
 */
/**
 * The lock under which drills of one machine claim and remove networks. Without it, a drill could
 * remove a network that another drill has claimed since the first one took it for an orphan.
 */
final class NetworkLock {
  /** A file that root alone can create, as root alone can create network namespaces. */
  static final Path OF_THIS_MACHINE = Path.of("/run/holdfast-drill.lock");

  /** So that no other user can lock it, who would keep all drills waiting. */
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path file;

  /**
   * @param file created if absent, and never deleted; one object for each file and process
   */
  NetworkLock(Path file) {
    this.file = file;
  }

  /** A task that needs the lock. */
  interface Action<T> {
    /** Runs the task. */
    T run() throws IOException;
  }

  /**
   * Waits for the lock, runs {@code action} and releases the lock. An interrupt ends neither the
   * wait nor the action, and stays set. Not for an action that takes the lock itself.
   *
   * @throws IOException if the file cannot be opened or locked, or thrown by {@code action}
   */
  synchronized <T> T hold(Action<T> action) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        try (FileChannel channel = open()) {
          FileLock unused = channel.lock();
          return action.run();
        } catch (FileLockInterruptionException e) {
          // The interrupt closed the channel before the action ran: the wait begins again.
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private FileChannel open() throws IOException {
    try {
      return FileChannel.open(
          file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), PRIVATE);
    } catch (IOException e) {
      throw new IOException("cannot open the lock of all drills, " + file + ": " + e, e);
    }
  }
}
