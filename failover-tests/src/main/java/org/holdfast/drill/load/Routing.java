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

import java.util.Locale;

/** How the balancer between users and nodes chooses the node of a request. */
public enum Routing {
  /**
   * A user stays with one node until that fails it or takes users no more. What most balancers do:
   * sessions seldom change hands, so this shows what a failure costs and little of what happens
   * where nodes share a session. One connection a lane.
   */
  STICKY,
  /**
   * Each request of a user goes to the next node that takes users. Every request moves its session,
   * which costs a handover each; finds what stickiness hides. A connection a lane and node.
   */
  ROUND_ROBIN,
  /**
   * Each request of a user goes to a node drawn anew. As {@link #ROUND_ROBIN}, and two requests of
   * a session also meet on one node, or follow each other there. A connection a lane and node.
   */
  RANDOM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
