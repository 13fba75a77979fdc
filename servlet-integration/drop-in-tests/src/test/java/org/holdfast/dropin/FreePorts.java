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

package org.holdfast.dropin;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of 127.0.0.1 that nobody listens at. */
final class FreePorts {
  private FreePorts() {}

  /**
   * Below the range from which outgoing connections take theirs, or one of them might be given such
   * a port before its server starts.
   */
  static List<Integer> take(int count) {
    List<Integer> free = new ArrayList<>();
    int candidate = ThreadLocalRandom.current().nextInt(20_000, 31_000);
    for (; free.size() < count; candidate++) {
      if (isFree(candidate)) {
        free.add(candidate);
      }
    }
    return free;
  }

  private static boolean isFree(int port) {
    try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return tried.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
