// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.cluster.ProcessSettings;
import org.holdfast.drill.load.AnswerPattern;
import org.holdfast.drill.load.LoadSettings;
import org.holdfast.drill.report.DrillSetup;
import org.holdfast.drill.scenario.Scenario;

/**
 * What to drill.
 *
 * @param scenario what is played, with which nodes and users
 * @param engine name of what starts the nodes, for the report
 * @param integration of Holdfast that keeps the sessions; empty where nodes are not our own
 * @param replication whether copies are asked for at all
 * @param workload name of what users ask for, for the report
 * @param load what users do
 * @param rampUp time over which users come in
 * @param maxWarmUp longest wait for steady response times before measuring
 * @param recoveryBound longest a user may wait for its first right answer after a fault
 * @param asyncWindow answers this close before the end of a node, and this soon after it was cut
 *     off, may be lost in {@link AckMode#ASYNC}
 * @param maxErrors failed attempts that the verdict allows, after the warm-up; {@link #ANY_ERRORS}
 *     for no limit
 * @param upgrade what the scenario's rolling upgrades replace nodes by, in words, for the report
 * @param workDir directory for the output of the nodes
 */
public record DrillPlan(
    Scenario scenario,
    String engine,
    Optional<Integration> integration,
    boolean replication,
    AckMode ack,
    Scope scope,
    String workload,
    LoadSettings load,
    Duration rampUp,
    Duration maxWarmUp,
    Duration recoveryBound,
    Duration asyncWindow,
    long maxErrors,
    Optional<String> upgrade,
    Path workDir) {

  /** Name of the engine that starts nothing. */
  static final String GIVEN = "given";

  /** As many failed attempts as there may be. */
  static final long ANY_ERRORS = Long.MAX_VALUE;

  /** What every reader of JSON can tell from the number next to it. */
  private static final long MOST_ERRORS = 1L << 53;

  public DrillPlan {
    requireBetween("recovery bound in ms", recoveryBound.toMillis(), 1, 600_000);
    requireBetween("async window in ms", asyncWindow.toMillis(), 0, 600_000);
    if (maxErrors != ANY_ERRORS) {
      requireBetween("errors allowed", maxErrors, 0, MOST_ERRORS);
    }
  }

  /** The same with another seed, and another place for what nodes print. */
  DrillPlan with(long seed, Path directory) {
    return new DrillPlan(
        scenario,
        engine,
        integration,
        replication,
        ack,
        scope,
        workload,
        load.withSeed(seed),
        rampUp,
        maxWarmUp,
        recoveryBound,
        asyncWindow,
        maxErrors,
        upgrade,
        directory);
  }

  /** Whether the nodes are somebody else's, and ran before. */
  boolean isGiven() {
    return engine.equals(GIVEN);
  }

  int nodes() {
    return scenario.nodes();
  }

  int users() {
    return scenario.users();
  }

  /** Copies besides the primary; 0 if none are asked for. */
  int secondaries() {
    return replication ? scenario.secondaries() : 0;
  }

  ClusterSettings cluster() {
    return new ClusterSettings(
        nodes(),
        scenario.places() - nodes(),
        ack.toString(),
        scope.name(),
        integration.orElse(Integration.TOMCAT),
        secondaries(),
        scenario.consistent(),
        scenario.jumps(),
        scenario.expectations().noGrowth(),
        workDir.toString(),
        scenario.settings(),
        ProcessSettings.DEFAULT);
  }

  /** Longest time in which every user must have come to a request: think times have a tail. */
  Duration patience() {
    Duration asking = load.thinkTime().mean().multipliedBy(6);
    return asking
        .plus(load.failoverTimeout().multipliedBy(nodes()))
        .plus(recoveryBound)
        .plusSeconds(3);
  }

  DrillSetup setup() {
    return new DrillSetup(
        nodes(),
        users(),
        replication,
        ack.toString(),
        scope.toString(),
        secondaries(),
        workload,
        load.thinkTime().distribution().toString(),
        load.thinkTime().mean().toMillis(),
        load.seed(),
        load.failoverTimeout().toMillis(),
        recoveryBound.toMillis(),
        asyncWindow.toMillis(),
        maxErrors == ANY_ERRORS ? null : maxErrors,
        load.loginPercent(),
        load.expect().map(AnswerPattern::hasCounter).orElse(true),
        load.routing().toString(),
        load.parallel(),
        load.sessionCookie(),
        load.keepAlive().equals(LoadSettings.ALWAYS) ? null : load.keepAlive().toMillis());
  }

  private static void requireBetween(String name, long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          name + " must be between " + lowest + " and " + highest + ", was " + value);
    }
  }
}
