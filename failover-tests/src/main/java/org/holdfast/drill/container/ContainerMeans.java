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
