// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.keystore.ClusterKeys;
import org.holdfast.drill.settings.HoldfastSettings;

/** What a step does. */
public sealed interface Action {

  /** Describes it for people, as a line of a plan. */
  String words();

  /** How long it takes at least, until its last effect is taken back. */
  default Duration lasts() {
    return Duration.ZERO;
  }

  /**
   * Does a fault to nodes.
   *
   * @param nodes who, at least one choice; all of them at once
   * @param kind name of the fault in files
   * @param lasting after how long it is taken back, or the node started again; never if empty
   * @param told whether the balancer sends the nodes no more requests from a second before
   * @param hasty whether the balancer sends users to a node that was started again as soon as it
   *     answers, and does not wait until it is in one view with the others
   */
  record Inflict(
      Fault fault,
      String kind,
      List<NodeChoice> nodes,
      Optional<Duration> lasting,
      boolean told,
      boolean hasty)
      implements Action {
    public Inflict {
      nodes = List.copyOf(nodes);
    }

    @Override
    public String words() {
      String who = nodes.stream().map(NodeChoice::toString).collect(Collectors.joining(" and "));
      String until =
          lasting
                  .map(
                      time ->
                          (fault.endsNode() ? ", started again after " : ", for ")
                              + Times.text(time))
                  .orElse("")
              + (hasty ? ", users sent there at once" : "");
      return who + " " + fault.words() + (told ? ", balancer told before" : "") + until;
    }

    @Override
    public Duration lasts() {
      return lasting.orElse(Duration.ZERO);
    }
  }

  /**
   * Stops and starts each running node in turn, the next when all are in one settled view and
   * protected again; the balancer is told each time.
   *
   * @param settings changes of what nodes are started with, from then on
   */
  record RollingRestart(HoldfastSettings settings) implements Action {
    @Override
    public String words() {
      return "each node stopped and started again in turn"
          + (settings.isEmpty() ? "" : " with other settings (" + settings + ")")
          + ", balancer told before";
    }
  }

  /**
   * Changes the key file of one node after the other, each {@link #PACE} after the one before, as a
   * person who copies it would. A node uses its file for connections from then on.
   */
  record ChangeKeys(ClusterKeys.Change change) implements Action {
    /** Longer than nodes need to see that a file has changed, so that their files differ. */
    public static final Duration PACE = Duration.ofSeconds(3);

    @Override
    public String words() {
      return "the key file of each node changes in turn: " + change;
    }

    /** Says what happens to one node. */
    public String words(String node) {
      return "the key file of " + node + " changes: " + change;
    }
  }

  /** Has each user log in with one of its next requests: its session gets another id. */
  record LogIn() implements Action {
    @Override
    public String words() {
      return "each user logs in";
    }
  }

  /**
   * The same with each node replaced by another version while it is stopped: the next one, or the
   * first again.
   *
   * @param back whether to the first, which needs a step to the next before it
   */
  record RollingUpgrade(boolean back) implements Action {
    @Override
    public String words() {
      return "each node stopped and started again in turn in its "
          + (back ? "first" : "next")
          + " version, balancer told before";
    }
  }

  /** Starts further nodes until {@code to} run, 2 to 64, one when the one before is settled in. */
  record Grow(int to) implements Action {
    @Override
    public String words() {
      return "further nodes started until " + to + " run";
    }
  }

  /** Stops nodes, the newest first, until {@code to} run; the balancer is told each time. */
  record Shrink(int to) implements Action {
    @Override
    public String words() {
      return "the newest nodes stopped until " + to + " run, balancer told before";
    }
  }
}
