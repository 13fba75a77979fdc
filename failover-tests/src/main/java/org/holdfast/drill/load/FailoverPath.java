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

package org.holdfast.drill.load;

import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Chooses where a user turns when a node fails it: at random among the nodes not yet tried for this
 * request, so that the users of a dead node spread over the others. Not thread-safe.
 */
public final class FailoverPath {
  private final int nodes;
  private final SplittableRandom random;
  private final BitSet tried;

  /**
   * @param nodes how many there are, numbered from 0
   */
  public FailoverPath(int nodes, SplittableRandom random) {
    this.nodes = nodes;
    this.random = random;
    this.tried = new BitSet(nodes);
  }

  /** Forgets what was tried: a new request begins. */
  public void reset() {
    tried.clear();
  }

  /** Notes that {@code node} failed; tells whether there is a node left to try at once. */
  public boolean fail(int node) {
    tried.set(node);
    if (tried.cardinality() < nodes) {
      return true;
    }
    tried.clear();
    return false;
  }

  /** Returns a node not tried yet and other than {@code failed}, if there is more than one. */
  public int next(int failed) {
    int[] open =
        IntStream.range(0, nodes).filter(node -> node != failed && !tried.get(node)).toArray();
    return open.length == 0 ? failed : open[random.nextInt(open.length)];
  }
}
