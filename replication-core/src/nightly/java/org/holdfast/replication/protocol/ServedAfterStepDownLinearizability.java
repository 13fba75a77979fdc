// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * That {@link OwnershipLinearizability} would notice if a member went on to serve what it has given
 * up.
 */
class ServedAfterStepDownLinearizability {
  @Test
  void isNoticed() throws IOException {
    OwnershipRuns.noticesInCounter("served-after-step-down");
  }
}
