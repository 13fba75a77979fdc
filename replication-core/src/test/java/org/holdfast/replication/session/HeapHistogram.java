// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/** The virtual machine's own count of the live objects on its heap. */
final class HeapHistogram {
  private HeapHistogram() {}

  /**
   * Returns the live bytes of the heap: the free memory would contain what the collector leaves
   * empty, with G1 some 1 % of everything.
   */
  static long usedBytes() throws Exception {
    String total =
        text().lines().filter(line -> line.startsWith("Total")).findFirst().orElseThrow();
    String[] columns = total.trim().split("\\s+", -1);
    return Long.parseLong(columns[2]);
  }

  /** Returns the instances and bytes of each class, the class with most bytes first. */
  static String text() throws Exception {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
  }

  /** Prints the classes with most bytes. */
  static void print() throws Exception {
    text().lines().limit(12).forEach(System.out::println);
  }
}
