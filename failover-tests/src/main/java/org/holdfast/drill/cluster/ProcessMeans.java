// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Optional;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.settings.HoldfastSettings;

/** What can be done to processes of this machine that are not started yet. */
record ProcessMeans(ClusterSettings settings) implements Means {
  @Override
  public int places() {
    return settings.places();
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    return fault instanceof Fault.ClockJump
        ? NodeClocks.lacks()
        : ProcessCluster.cannotBeHad(fault);
  }

  @Override
  public Optional<String> lacks(NodeVersion version) {
    return version == NodeVersion.FIRST || settings.process().upgrade().isPresent()
        ? Optional.empty()
        : Optional.of(Means.nobodySaidWhatIs(version));
  }

  @Override
  public Optional<String> lacks(HoldfastSettings holdfast) {
    return Optional.empty();
  }
}
