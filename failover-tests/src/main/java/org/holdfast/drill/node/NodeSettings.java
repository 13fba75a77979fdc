// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.holdfast.drill.cluster.Integration;

/**
 * What a node is started with.
 *
 * @param name 1 to 64 characters of {@code [A-Za-z0-9_-]}; also the sticky route
 * @param cluster name of the cluster, of the same characters
 * @param httpHost address to serve HTTP on
 * @param httpPort port to serve HTTP on, 0 for any free one
 * @param bindHost address to accept replication and membership on
 * @param replicationPort without effect, 0 to 65,535
 * @param membershipPort port to accept membership and replication on, 1 to 65535
 * @param discovery how to find the others: {@code local}, {@code static:HOST:PORT,...} or {@code
 *     dns:NAME}
 * @param ack {@code sync} or {@code async}
 * @param scope {@code SESSION}, {@code MODIFIED_SESSION} or {@code MODIFIED_ATTRIBUTE}
 * @param secondaries copies besides the primary, 0 to 3; 0 switches replication off
 * @param ackTimeoutMillis longest wait of a response for its acknowledgements, 1 to 30,000 ms
 * @param partition {@code available} or {@code consistent}
 * @param expectedNodes with {@code consistent}: nodes that the cluster is made for, 0 to 1,000
 * @param servingLease whether a takeover waits until the former primary can answer no read
 * @param manager who replicates: {@code holdfast}, {@code tomcat-backup} or {@code tomcat-delta}
 * @param integration integration of Holdfast that keeps the sessions; with the manager {@code
 *     holdfast} only, unless it is {@link Integration#TOMCAT}
 * @param endsSessions whether all sessions can be ended from loopback, by {@code DELETE
 *     /holdfast/sessions}; with {@link Integration#TOMCAT} only
 */
public record NodeSettings(
    String name,
    String cluster,
    String httpHost,
    int httpPort,
    String bindHost,
    int replicationPort,
    int membershipPort,
    String discovery,
    String ack,
    String scope,
    int secondaries,
    int ackTimeoutMillis,
    String partition,
    int expectedNodes,
    boolean servingLease,
    String manager,
    Integration integration,
    boolean endsSessions) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_%-]{1,255}");
  private static final Pattern NO_WILDCARD = Pattern.compile("(?![0.:]+$).*");
  private static final Pattern DISCOVERY =
      Pattern.compile("local|static:[^\\s,:]+:\\d{1,5}(,[^\\s,:]+:\\d{1,5})*|dns:\\S+");
  private static final List<String> ACKS = List.of("sync", "async");
  private static final List<String> SCOPES =
      List.of("SESSION", "MODIFIED_SESSION", "MODIFIED_ATTRIBUTE");

  private static final List<String> MANAGERS = List.of("holdfast", "tomcat-backup", "tomcat-delta");

  private static final List<String> PARTITIONS = List.of("available", "consistent");

  public NodeSettings {
    check(NAME, "--name", name, "1 to 64 characters of [A-Za-z0-9_-]");
    check(NAME, "--cluster", cluster, "1 to 64 characters of [A-Za-z0-9_-]");
    check(HOST, "--http-host", httpHost, "a host name or address");
    check(HOST, "--bind-host", bindHost, "a host name or address");
    check(NO_WILDCARD, "--bind-host", bindHost, "an address that other nodes can reach");
    check(DISCOVERY, "--discovery", discovery, "local, static:HOST:PORT,... or dns:NAME");
    check("--http-port", httpPort, 0, 65_535);
    check("--replication-port", replicationPort, 0, 65_535);
    check("--membership-port", membershipPort, 1, 65_535);
    check("--secondaries", secondaries, 0, 3);
    check("--ack-timeout-ms", ackTimeoutMillis, 1, 30_000);
    check("--expected-nodes", expectedNodes, 0, 1_000);
    partition = choose("--partition", partition.toLowerCase(Locale.ROOT), partition, PARTITIONS);
    manager = choose("--manager", manager.toLowerCase(Locale.ROOT), manager, MANAGERS);
    if (integration != Integration.TOMCAT && !manager.equals("holdfast")) {
      throw new IllegalArgumentException(
          "--integration " + integration + " goes with --manager holdfast only, was " + manager);
    }
    if (integration != Integration.TOMCAT && endsSessions) {
      throw new IllegalArgumentException(
          "--ends-sessions goes with --integration tomcat only, was " + integration);
    }
    ack = choose("--ack", ack.toLowerCase(Locale.ROOT), ack, ACKS);
    scope = choose("--scope", scope.toUpperCase(Locale.ROOT).replace('-', '_'), scope, SCOPES);
  }

  /** Tells whether sessions get copies on other nodes. */
  boolean replicates() {
    return secondaries > 0;
  }

  private static void check(Pattern pattern, String option, String value, String expected) {
    if (!pattern.matcher(value).matches()) {
      throw new IllegalArgumentException(
          option + " must be " + expected + ", was \"" + value + "\"");
    }
  }

  private static void check(String option, int value, int lowest, int highest) {
    if (value < lowest || value > highest) {
      throw new IllegalArgumentException(
          option + " must be " + lowest + " to " + highest + ", was " + value);
    }
  }

  static String choose(String option, String chosen, String given, List<String> from) {
    if (!from.contains(chosen)) {
      throw new IllegalArgumentException(
          option + " must be one of " + String.join(", ", from) + ", was \"" + given + "\"");
    }
    return chosen;
  }
}
