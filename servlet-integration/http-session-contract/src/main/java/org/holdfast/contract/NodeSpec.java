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

package org.holdfast.contract;

import java.nio.file.Path;
import java.util.List;

/**
 * What a node shall be.
 *
 * @param cluster name of the cluster; each cluster of the contract has its own
 * @param name of the node and its sticky route, such as {@code node-1}
 * @param membershipPort on which the node is to be found by the others, on 127.0.0.1
 * @param members addresses of all nodes of the cluster, running or not, as {@code 127.0.0.1:PORT}
 * @param directory an empty one for the files of the node
 * @param applications to deploy, made for this start of this node
 */
public record NodeSpec(
    String cluster,
    String name,
    int membershipPort,
    List<String> members,
    Path directory,
    List<ContractApplication> applications) {
  /** Classes of which objects are put into sessions: patterns as in {@code ObjectInputFilter}. */
  public String allowedClasses() {
    return "org.holdfast.contract.**";
  }

  /** As the setting of that name has it. */
  public String discovery() {
    return "static:" + String.join(",", members);
  }

  /** How long a hand-over waits for running requests, in ms: short, as tests let them hang. */
  public int handOverTimeoutMillis() {
    return 300;
  }

  /** How long the first node waits for others, in ms. */
  public int joinTimeoutMillis() {
    return 1_000;
  }

  /** None, in ms: a node shall be able to go without handing anything over. */
  public int drainTimeoutMillis() {
    return 0;
  }
}
