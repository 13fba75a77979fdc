// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.NodeSpec;
import org.holdfast.replication.node.ReplicationNode;
import org.jspecify.annotations.Nullable;

/** The applications of a node of the contract, whatever its container. */
final class Deployment {
  private final NodeSpec spec;
  private final List<ServletContext> contexts = new ArrayList<>();

  Deployment(NodeSpec spec) {
    this.spec = spec;
  }

  /** A folder with a {@code web.xml} that is distributable as the application wants it. */
  Path folderOf(ContractApplication application) {
    try {
      Path folder = spec.directory().resolve("app" + application.contextPath().replace('/', '-'));
      Path webInf = Files.createDirectories(folder.resolve("WEB-INF"));
      Files.writeString(
          webInf.resolve("web.xml"),
          "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.0\">"
              + (application.isDistributable() ? "<distributable/>" : "")
              + "</web-app>");
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Context parameters. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("holdfast.enabled", "true");
    spec.settings().forEach((name, value) -> parameters.put("holdfast." + name, value));
    return parameters;
  }

  /** The action of an initializer of the application. */
  void install(ContractApplication application, ServletContext context) {
    contexts.add(context);
    application.install(context);
  }

  int knownNodes() {
    ReplicationNode node = nodeOf(contexts.get(0));
    return node == null || !node.isSettled() ? 0 : node.view().members().size();
  }

  long attributeBytes() {
    return nodeOf(contexts.get(0)).attributeTraffic().get(0).snapshot().bytes();
  }

  private static @Nullable ReplicationNode nodeOf(ServletContext context) {
    HoldfastFilter filter = HoldfastFilter.of(context);
    return filter == null ? null : filter.replicationNode();
  }

  /** Cuts the applications off from the cluster and lets what waits in them go on. */
  void kill() {
    for (ServletContext context : contexts) {
      ReplicationNode node = nodeOf(context);
      if (node != null) {
        node.close();
      }
    }
    // Undertow would wait for them.
    spec.applications().forEach(ContractApplication::endWaiting);
  }
}
