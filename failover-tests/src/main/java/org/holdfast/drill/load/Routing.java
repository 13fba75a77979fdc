// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
