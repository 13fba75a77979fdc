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
