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

package org.holdfast.replication.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.holdfast.replication.config.NodeConfig;

/**
 * The nodes that the web applications of one class loader share, by cluster and member, and how
 * many use each. Thread-safe.
 */
final class SharedNodes {
  /*
   * Lock: this, held while a node starts, so that the second application waits for the first one's node instead of binding
   * the same ports. Not held while one stops, which may take as long as a drain: its name is free before its ports are.
   */

  private static final class Use {
    final ReplicationNode node;
    final NodeConfig config;
    int users = 1;

    Use(ReplicationNode node, NodeConfig config) {
      this.node = node;
      this.config = config;
    }
  }

  @GuardedBy("this")
  private final Map<String, Use> byName = new HashMap<>();

  /**
   * Returns the node of that name, or starts it; each call wants one {@link #leave}. Blocks while a
   * node joins its cluster.
   *
   * @throws IllegalStateException if it runs with other settings
   */
  synchronized ReplicationNode use(NodeConfig config, InstantSource wallClock) {
    String name = config.cluster() + "/" + config.memberName();
    Use running = byName.get(name);
    if (running == null) {
      ReplicationNode node = ReplicationNode.start(config, wallClock);
      byName.put(name, new Use(node, config));
      return node;
    }
    if (!running.config.equals(config)) {
      throw new IllegalStateException(
          "member "
              + name
              + " runs already, with other settings: "
              + running.config
              + " instead of "
              + config);
    }
    running.users++;
    return running.node;
  }

  /** Ends a use of the node; returns whether nobody else uses it, so that it is to be stopped. */
  synchronized boolean leave(ReplicationNode node) {
    for (Iterator<Use> each = byName.values().iterator(); each.hasNext(); ) {
      Use use = each.next();
      if (use.node == node) {
        use.users--;
        if (use.users > 0) {
          return false;
        }
        each.remove();
      }
    }
    return true;
  }
}
