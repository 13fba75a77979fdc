// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.IOException;

/** One way to send updates to another process and wait for their acknowledgements. */
interface EchoContender extends AutoCloseable {
  String name();

  /**
   * Sends {@code update}, which begins with the number of its writer, and returns once it is
   * acknowledged.
   */
  void roundTrip(int writer, byte[] update) throws IOException;

  /** Processor time of the other process so far. */
  long remoteCpuNanos() throws IOException;

  /** Further columns, since the last call. */
  default String details() {
    return "";
  }

  @Override
  void close() throws IOException;
}
