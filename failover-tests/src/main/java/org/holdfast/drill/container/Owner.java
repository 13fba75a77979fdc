// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Marks what a drill creates in the engine with the process it belongs to, and removes what
 * processes left that no longer live. Drills side by side leave each other alone.
 */
final class Owner {
  private static final String LABEL = "org.holdfast.drill.owner";

  private static final int START_AFTER_NAME = 19;

  /** Of process ids: whether one from another lives, nobody here can tell. */
  private static final String NAMESPACE = namespace();

  private Owner() {}

  /** The labels of everything that this process creates. */
  static Map<String, String> labels() {
    return Map.of(LABEL, describe(ProcessHandle.current()));
  }

  /** What the engine is to list: only what some drill created, by a filter's terms. */
  static Map<String, List<String>> ofDrills() {
    return Map.of("label", List.of(LABEL));
  }

  /** Removes containers and networks whose process has ended, each by its id. */
  static void sweepOrphans(DockerEngine engine) {
    String filter = filter(ofDrills());
    for (JsonNode container : engine.get("/containers/json?all=true&filters=" + filter)) {
      if (isOrphan(container.path("Labels").path(LABEL).asText())) {
        EngineContainer.remove(engine, container.path("Id").asText());
      }
    }
    for (JsonNode network : engine.get("/networks?filters=" + filter)) {
      if (isOrphan(network.path("Labels").path(LABEL).asText())) {
        ClusterNetwork.remove(engine, network.path("Id").asText());
      }
    }
  }

  /** A filter of the engine's lists, as it goes into a query. */
  static String filter(Map<String, List<String>> filter) {
    return URLEncoder.encode(DockerEngine.text(filter), StandardCharsets.UTF_8);
  }

  /** A label that no process here wrote is nobody's to sweep. */
  static boolean isOrphan(String owner) {
    long pid;
    try {
      pid = Long.parseLong(owner.substring(0, Math.max(0, owner.indexOf('@'))));
    } catch (NumberFormatException e) {
      return false;
    }
    if (!owner.endsWith("@" + NAMESPACE)) {
      return false;
    }
    Optional<String> living = ProcessHandle.of(pid).map(Owner::describe);
    return living.isEmpty() || !living.get().equals(owner);
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + "@" + startTicks(process.pid()) + "@" + NAMESPACE;
  }

  /** Since boot, so that no step of the clock changes it; 0 where the system does not tell. */
  private static String startTicks(long pid) {
    try {
      Path stat = Path.of("/proc", Long.toString(pid), "stat");
      String told = Files.readString(stat, StandardCharsets.ISO_8859_1);
      // The name before may hold spaces and brackets.
      return told.substring(told.lastIndexOf(')') + 2).split(" ")[START_AFTER_NAME];
    } catch (IOException e) {
      return "0";
    }
  }

  private static String namespace() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }
}
