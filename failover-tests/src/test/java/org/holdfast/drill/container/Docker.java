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

package org.holdfast.drill.container;

import com.github.dockerjava.api.DockerClient;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/** The Docker engine of this machine, if it has one. */
public final class Docker {
  private Docker() {}

  static DockerClient client() {
    return DockerClientFactory.instance().client();
  }

  /**
   * Skips the test loudly where there is no engine: a test that did not run must not look like one
   * that passed.
   */
  public static void assume() {
    try {
      client().pingCmd().exec();
    } catch (RuntimeException e) {
      String reason = "container tests skipped: no Docker engine answers (" + e.getMessage() + ")";
      System.err.println(reason);
      Assumptions.abort(reason);
    }
  }
}
