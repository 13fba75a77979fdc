// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.machine.OwnerProcess;

/**
 * Marks what a drill creates in the engine with the process it belongs to, and removes what
 * processes left that no longer live. Drills side by side leave each other alone.
 */
final class Owner {
  private static final String LABEL = "org.holdfast.drill.owner";

  private Owner() {}

  /** The labels of everything that this process creates. */
  static Map<String, String> labels() {
    return Map.of(LABEL, OwnerProcess.current());
  }

  /** What the engine is to list: only what some drill created, by a filter's terms. */
  static Map<String, List<String>> ofDrills() {
    return Map.of("label", List.of(LABEL));
  }

  /** Removes containers and networks whose process has ended, each by its id. */
  static void sweepOrphans(DockerEngine engine) {
    String filter = filter(ofDrills());
    for (JsonNode container : engine.get("/containers/json?all=true&filters=" + filter)) {
      if (OwnerProcess.hasEnded(container.path("Labels").path(LABEL).asText())) {
        EngineContainer.remove(engine, container.path("Id").asText());
      }
    }
    for (JsonNode network : engine.get("/networks?filters=" + filter)) {
      if (OwnerProcess.hasEnded(network.path("Labels").path(LABEL).asText())) {
        ClusterNetwork.remove(engine, network.path("Id").asText());
      }
    }
  }

  /** A filter of the engine's lists, as it goes into a query. */
  static String filter(Map<String, List<String>> filter) {
    return URLEncoder.encode(DockerEngine.text(filter), StandardCharsets.UTF_8);
  }
}
