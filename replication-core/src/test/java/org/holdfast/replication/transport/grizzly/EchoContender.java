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

  /** What else is worth a column, since the last call. */
  default String details() {
    return "";
  }

  @Override
  void close() throws IOException;
}
