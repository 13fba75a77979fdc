// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.holdfast.drill.load.LoadSettings;

/** Whether this process may open the connections that its users keep. */
final class OpenFiles {
  /** Jars, connections to nodes' status, the output of nodes, and requests in progress. */
  private static final int OTHERS = 500;

  private OpenFiles() {}

  /**
   * @param nodes that a user may ask
   * @throws IllegalArgumentException if it may not, as far as the system tells
   */
  static void requireFor(LoadSettings load, int nodes) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      require(load, nodes, system.getMaxFileDescriptorCount());
    }
  }

  /**
   * @param limit most files that the process may have open; -1 if there is no limit
   */
  static void require(LoadSettings load, int nodes, long limit) {
    long needed = load.keptConnections(nodes) + OTHERS;
    if (limit >= 0 && needed > limit) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d users need some %d open files, and this process may have %d: see ulimit -n, or"
                  + " have them close their connections with --keep-alive-ms",
              load.users(),
              needed,
              limit));
    }
  }
}
