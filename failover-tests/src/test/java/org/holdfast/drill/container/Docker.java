// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
