// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Optional;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.network.NetworkAbilities;
import org.holdfast.drill.settings.HoldfastSettings;

/** What can be done to processes of this machine that are not started yet. */
record ProcessMeans(ClusterSettings settings, boolean inNamespaces) implements Means {
  @Override
  public int places() {
    return settings.places();
  }

  @Override
  public Optional<String> lacks(Fault fault) {
    if (fault instanceof Fault.ClockJump) {
      return NodeClocks.lacks();
    }
    return inNamespaces
        ? ProcessCluster.cannotBeHadInNamespaces(fault)
            .or(() -> NetworkAbilities.lacksProgram(fault))
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
