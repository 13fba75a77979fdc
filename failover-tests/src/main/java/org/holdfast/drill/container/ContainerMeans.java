// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.util.Optional;
import java.util.Set;
import org.holdfast.drill.cluster.Means;
import org.holdfast.drill.cluster.NodeVersion;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * What can be done to containers that are not started yet. What only the kernel knows is not known
 * here: to try it takes a container.
 */
record ContainerMeans(ContainerOptions options, Set<NodeVersion> versions, int places)
    implements Means {
  @Override
  public Optional<String> lacks(Fault fault) {
    return Abilities.lacks(fault, options);
  }

  @Override
  public Optional<String> lacks(NodeVersion version) {
    return versions.contains(version)
        ? Optional.empty()
        : Optional.of(Means.nobodySaidWhatIs(version));
  }

  @Override
  public Optional<String> lacks(HoldfastSettings settings) {
    return Optional.empty();
  }
}
