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
