// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * That {@link OwnershipLinearizability} would notice if an answer left before its update was
 * acknowledged.
 */
class ResponseDoesNotWaitLinearizability {
  @Test
  void isNoticed() throws IOException {
    OwnershipRuns.noticesInSet("response-does-not-wait");
  }
}
