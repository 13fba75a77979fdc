// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be played to its end is refused before anybody comes. */
class HeadcountTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | {at: 1s, kill: [node-1, node-2, node-3]} | at 1 s: node-1 and node-2 and node-3"
            + " killed, which leaves nobody to go on: it takes all 3 nodes",
        "2 | {at: 1s, kill: [fullest, secondary]} | it takes all 2 nodes",
        "3 | {at: 1s, kill: fullest, every: 5s, times: 3} | at 11 s: fullest killed, which leaves"
            + " nobody to go on: it takes the only node",
        "2 | {at: 1s, kill: node-1, for: 9s}, {at: 4s, kill: node-2, for: 9s} | at 4 s: node-2"
            + " killed",
        "2 | {at: 1s, kill: node-1, for: 3s}, {at: 4s, kill: node-2} | at 4 s: node-2 killed, which"
            + " leaves nobody to go on",
        "3 | {at: 5s, kill: node-1, for: 5s}, {at: 10s, kill: node-1} | at 10 s: node-1 killed:"
            + " node-1 does not run then",
        "3 | {at: 1s, pause: all, for: 10s} | at 1 s: all paused, for 10 s, which leaves nobody to"
            + " go on: it takes all 3 nodes",
        "3 | {at: 1s, kill: all, for: 10s} | which leaves nobody to go on",
        "3 | {at: 1s, cut: [majority, emptiest], for: 10s} | which leaves nobody to go on",
        "2 | {at: 1s, cut: majority, for: 9s} | at 1 s: majority cut off, for 9 s, which leaves"
            + " nobody to go on: it takes all 2 nodes",
        "2 | {at: 1s, cut: minority, for: 9s} | at 1 s: minority cut off, for 9 s: no node can be"
            + " minority then, with 2 running",
        "4 | {at: 1s, kill: [fullest, secondary]}, {at: 9s, cut: minority, for: 9s} | at 9 s:"
            + " minority cut off, for 9 s: no node can be minority then, with 2 running",
        "3 | {at: 1s, kill: [node-2, node-2]} | no node can be node-2 then, with 3 running and 1"
            + " chosen already",
        "3 | {at: 1s, pause: [all, fullest], for: 1s} | no node can be fullest then, with 3 running"
            + " and 3 chosen already",
        "3 | {at: 1s, pause: last, for: 1s} | no node can be last then",
        "3 | {at: 1s, bandwidth: node-2, kbit: 90, for: 9s}, {at: 4s, delay: [node-1, node-2], by:"
            + " 9ms, for: 9s} | at 4 s: node-1 and node-2 delayed by 9 ms, for 9 s: a node of these"
            + " is limited to 90 kbit/s until 10 s and cannot have both at once",
        "3 | {at: 1s, delay: fullest, by: 9ms}, {at: 4s, bandwidth: last, kbit: 90, for: 9s} | is"
            + " delayed by 9 ms for good and cannot have both",
        "3 | {at: 1s, slow-cpu: all, percent: 9, for: 9s}, {at: 4s, slow-cpu: random, percent: 9,"
            + " for: 9s} | is given 9 % of a processor until 10 s",
        "3 | {at: 1s, pause: node-1, for: 9s}, {at: 4s, rolling-restart: all} | a node is paused"
            + " until 10 s and cannot be stopped meanwhile",
        "3 | {at: 1s, pause: fullest}, {at: 4s, rolling-upgrade: all} | a node is paused for good"
            + " and cannot be stopped meanwhile",
        "3 | {at: 1s, pause: node-1, for: 9s}, {at: 4s, stop: node-1} | at 4 s: node-1 stopped, balancer"
            + " told before: a node of these is paused until 10 s and cannot have both at once",
        "3 | {at: 1s, pause: node-1, for: 9s}, {at: 4s, out-of-memory: node-1} | cannot have both",
        "3 | {at: 1s, full-disk: node-1, for: 9s}, {at: 4s, pause: node-1, for: 6s} | at 4 s: node-1"
            + " paused, for 6 s: a node of these is left without disk for its log until 10 s",
        "3 | {at: 1s, kill: fullest}, {at: 9s, pause: last, for: 1s} | no node can be last then, with"
            + " 2 running",
        "3 | {at: 1s, kill: node-1}, {at: 9s, pause: node-1, for: 2s} | at 9 s: node-1 paused, for"
            + " 2 s: node-1 does not run then, as a step before has ended it",
        "2 | {at: 5s, kill: node-5}, {at: 20s, grow: 6} | at 5 s: node-5 killed: node-5 does not run"
            + " then, as no step before starts it",
        "3 | {at: 1s, stop: [fullest, node-2]}, {at: 9s, loss: [random, node-2], percent: 9} | at 9"
            + " s: random and node-2 given 9 % packet loss: node-2 does not run then",
        "3 | {at: 1s, kill: node-1, for: 9s}, {at: 9s, pause: node-1, for: 2s} | node-1 does not run"
            + " then, as a step before has ended it",
        "4 | {at: 1s, kill: node-1, every: 5s, times: 2} | at 6 s: node-1 killed: node-1 does not"
            + " run then",
        "2 | {at: 1s, grow: 4}, {at: 5s, shrink: 3}, {at: 9s, pause: node-4, for: 1s} | node-4 does"
            + " not run then, as a step before has ended it",
        "4 | {at: 1s, kill: node-1}, {at: 2s, kill: node-3}, {at: 5s, grow: 3}, {at: 9s, pause:"
            + " node-3, for: 1s} | node-3 does not run then",
        "2 | {at: 1s, kill: random, for: 1s}, {at: 5s, grow: 3}, {at: 9s, pause: node-4, for: 1s},"
            + " {at: 15s, grow: 4} | node-4 does not run then, as no step before starts it",
        "3 | {at: 1s, kill: node-3}, {at: 2s, kill: node-1, for: 20s}, {at: 5s, grow: 2} | at 5 s:"
            + " further nodes started until 2 run, which would change nothing: 1 run then, 1 to be"
            + " started again",
        "3 | {at: 1s, kill: node-1, for: 20s}, {at: 5s, shrink: 2} | at 5 s: the newest nodes"
            + " stopped until 2 run, balancer told before, which would change nothing: 2 run then,"
            + " 1 to be started again",
        "3 | {at: 1s, kill: node-1, for: 9s}, {at: 4s, grow: 4}, {at: 8s, kill: [node-2, node-3,"
            + " node-4]} | which leaves nobody to go on: it takes all 3 nodes",
      })
  void refuses(int nodes, String steps, String message) {
    assertThatThrownBy(() -> scenario(nodes, steps))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | {at: 1s, kill: node-1, for: 3s}, {at: 5s, kill: node-2, for: 9s}",
        "3 | {at: 1s, kill: fullest}, {at: 3s, kill: fullest}, {at: 9s, grow: 3}, {at: 15s, kill:"
            + " [fullest, secondary]}",
        "3 | {at: 1s, pause: node-1, for: 3s}, {at: 5s, rolling-restart: all}",
        "3 | {at: 1s, pause: node-1, for: 3s}, {at: 5s, stop: node-1}",
        "3 | {at: 1s, full-disk: node-1, for: 9s}, {at: 4s, pause: node-1, for: 2s}",
        "3 | {at: 1s, full-disk: node-1}, {at: 4s, pause: node-1, for: 9s}",
        "3 | {at: 1s, pause: node-1, for: 9s}, {at: 4s, kill: node-1}",
        "3 | {at: 1s, kill: fullest, for: 2s}, {at: 9s, pause: last, for: 1s}",
        "3 | {at: 1s, kill: fullest, for: 4s, every: 5s, times: 5}",
        "3 | {at: 1s, cut: minority, for: 9s}, {at: 12s, cut: majority, for: 9s}",
        "3 | {at: 1s, kill: fullest}, {at: 4s, grow: 3}, {at: 9s, pause: last, for: 1s}",
        "3 | {at: 1s, loss: all, percent: 9, for: 9s}, {at: 2s, slow-cpu: all, percent: 9, for:"
            + " 9s}",
        "3 | {at: 1s, bandwidth: node-2, kbit: 90, for: 3s}, {at: 5s, delay: node-2, by: 9ms, for:"
            + " 9s}",
        "3 | {at: 1s, bandwidth: fullest, kbit: 90, for: 9s}, {at: 4s, delay: fullest, by: 9ms,"
            + " for: 9s}",
        "3 | {at: 1s, delay: node-2, by: 9ms}, {at: 4s, kill: node-2, for: 2s}, {at: 9s, delay:"
            + " node-2, by: 9ms}",
        "3 | {at: 1s, kill: node-1, for: 20s}, {at: 5s, grow: 4}, {at: 9s, pause: node-4, for: 1s},"
            + " {at: 22s, kill: [node-2, node-3, node-4]}",
        "3 | {at: 1s, kill: node-1}, {at: 5s, grow: 3}, {at: 9s, pause: node-1, for: 1s}",
        "4 | {at: 1s, kill: [fullest, emptiest]}, {at: 9s, pause: node-1, for: 1s}",
        "4 | {at: 1s, kill: node-1}, {at: 2s, kill: random}, {at: 5s, grow: 3}, {at: 9s, pause:"
            + " node-1, for: 1s}",
        "3 | {at: 1s, kill: random}, {at: 5s, shrink: 2}, {at: 9s, grow: 3}, {at: 15s, kill:"
            + " node-3}",
        "4 | {at: 1s, kill: node-2, for: 1s}, {at: 9s, shrink: 3}, {at: 15s, pause: [node-2,"
            + " node-3], for: 1s}",
        "2 | {at: 1s, grow: 4}, {at: 5s, shrink: 3}, {at: 9s, grow: 4}, {at: 15s, kill: node-4}",
        "5 | {at: 1s, kill: [node-2, node-3], for: 1s}, {at: 9s, shrink: 3}, {at: 12s, kill: node-2},"
            + " {at: 15s, kill: node-3}, {at: 20s, grow: 3}",
        "2 | {at: 1s, kill: random, for: 1s}, {at: 5s, grow: 4}, {at: 15s, kill: node-4}",
        "4 | {at: 1s, pause: [node-3, node-4], for: 1s}, {at: 5s, shrink: 3}, {at: 9s, kill: last},"
            + " {at: 15s, kill: node-1}",
      })
  void letsThrough(int nodes, String steps) {
    assertThat(scenario(nodes, steps).steps()).isNotEmpty();
  }

  @Test
  void refuses_whenTheCommandLineLeavesTooFewNodes() {
    Scenario doubleKill = ScenarioLibrary.read("double-kill");

    assertThatThrownBy(() -> doubleKill.sized(2, 1, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "at 6 s: fullest and secondary killed, which leaves nobody to go on: it takes all 2"
                + " nodes");
  }

  private static Scenario scenario(int nodes, String steps) {
    return ScenarioFile.parse(
        "s.yaml", "scenario: s\nlength: 30s\nnodes: " + nodes + "\nsteps: [" + steps + "]\n");
  }
}
