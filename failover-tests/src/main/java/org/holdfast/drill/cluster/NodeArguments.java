// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the command line of a node, after the verb. */
public final class NodeArguments {
  private final List<String> arguments = new ArrayList<>();

  /** Begins with what all nodes of a cluster share. */
  public NodeArguments(ClusterSettings settings) {
    with("--ack", settings.ack());
    with("--scope", settings.scope());
    if (settings.integration() != Integration.TOMCAT) {
      with("--integration", settings.integration().toString()); // earlier versions have no others
    }
    with("--secondaries", Integer.toString(settings.secondaries()));
    if (settings.consistent()) {
      with("--partition", "consistent");
      with("--expected-nodes", Integer.toString(settings.nodes()));
    }
    if (settings.fullCollections()) {
      with("--full-collections");
    }
  }

  /** Adds an option and its value. */
  public NodeArguments with(String option, String value) {
    arguments.addAll(Arrays.asList(option, value));
    return this;
  }

  /** Adds an option without a value. */
  public NodeArguments with(String option) {
    arguments.add(option);
    return this;
  }

  public List<String> toList() {
    return List.copyOf(arguments);
  }
}
