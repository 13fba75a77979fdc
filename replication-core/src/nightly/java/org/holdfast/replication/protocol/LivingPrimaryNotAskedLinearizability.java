// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * That {@link OwnershipLinearizability} would notice if a living primary were fenced instead of
 * asked.
 */
class LivingPrimaryNotAskedLinearizability {
  @Test
  void isNoticed() throws IOException {
    OwnershipRuns.noticesInCounter("living-primary-not-asked");
  }
}
