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
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Marks what a test run creates in the engine with the process it belongs to, and removes what
 * processes left that no longer live. Runs side by side leave each other alone.
 */
final class Owner {
  private static final String LABEL = "org.holdfast.drill.owner";

  private Owner() {}

  /** The labels of everything that this process creates. */
  static Map<String, String> labels() {
    return Map.of(LABEL, describe(ProcessHandle.current()));
  }

  /** Removes containers and networks whose process has ended, each by its id. */
  static void sweepOrphans(DockerClient docker) {
    for (Container container :
        docker.listContainersCmd().withShowAll(true).withLabelFilter(List.of(LABEL)).exec()) {
      if (isOrphan(container.getLabels().get(LABEL))) {
        ignoreMissing(() -> docker.removeContainerCmd(container.getId()).withForce(true).exec());
      }
    }
    for (Network network : docker.listNetworksCmd().withFilter("label", List.of(LABEL)).exec()) {
      if (isOrphan(network.getLabels().get(LABEL))) {
        ignoreMissing(() -> docker.removeNetworkCmd(network.getId()).exec());
      }
    }
  }

  private static boolean isOrphan(String owner) {
    long pid = Long.parseLong(owner.substring(0, owner.indexOf('@')));
    Optional<String> living = ProcessHandle.of(pid).map(Owner::describe);
    return living.isEmpty() || !living.get().equals(owner);
  }

  private static String describe(ProcessHandle process) {
    Instant start = process.info().startInstant().orElse(Instant.EPOCH);
    return process.pid() + "@" + start.toEpochMilli();
  }

  private static void ignoreMissing(Runnable removal) {
    try {
      removal.run();
    } catch (NotFoundException e) {
      // Another run swept it in the same moment.
    }
  }
}
