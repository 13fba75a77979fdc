// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.workers.GroupPlace;
import org.holdfast.drill.workers.WorkerCrew;
import org.holdfast.replication.membership.jgroups.Discovery;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which processes drive the users. */
public final class CrewOptions {

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Worker processes to start on this machine, 1 to 64, which share the users (default: none,"
              + " this process drives them all).")
  private @Nullable Integer workers;

  @Option(
      names = "--await-workers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Workers to wait for that are started elsewhere, with the verb load-worker (default:"
              + " ${DEFAULT-VALUE}).")
  private int awaited;

  @Option(
      names = "--await-seconds",
      paramLabel = "S",
      defaultValue = "300",
      description = "How long to wait for them, in s, 1 to 86400 (default: ${DEFAULT-VALUE}).")
  private int awaitSeconds;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "load",
      description =
          "Name of the group in which they meet; it may be used by one load at a time (default:"
              + " ${DEFAULT-VALUE}).")
  private String group = "";

  @Option(
      names = "--group-host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description =
          "Address of this machine, no wildcard, that they can reach (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--group-port",
      paramLabel = "PORT",
      defaultValue = "7900",
      description = "Port on which this process listens for them (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--group-discovery",
      paramLabel = "HOW",
      description =
          "How all find each other: static:HOST:PORT, or dns:NAME (default: static: with this"
              + " process's host and port).")
  private @Nullable String discovery;

  /** Processes that drive. */
  public int processes() {
    return workers == null ? Math.max(1, awaited) : workers + awaited;
  }

  /**
   * @throws IllegalArgumentException if an option has an impossible value, or changes nothing
   *     beside the others
   */
  public void check(IdleOptions line) {
    if (workers != null) {
      Ranges.require("--workers", workers, 1, LoadPlan.MOST_WORKERS);
    }
    Ranges.require("--await-workers", awaited, 0, LoadPlan.MOST_WORKERS);
    Ranges.require("--workers and --await-workers together", processes(), 1, LoadPlan.MOST_WORKERS);
    line.refuse(
        awaited == 0,
        "without --await-workers",
        "--await-seconds",
        "--group",
        "--group-host",
        "--group-port",
        "--group-discovery");
    Ranges.require("--await-seconds", awaitSeconds, 1, 86_400);
    Ranges.require("--group-port", port, 1, 65_535);
    if (isCrew()) {
      GroupPlace unused = place();
    }
  }

  /** Whether others than this process drive. */
  public boolean isCrew() {
    return workers != null || awaited > 0;
  }

  /**
   * Gathers the workers; only where {@link #isCrew}.
   *
   * @param requestsPerSecond how many all of them send at most; infinite if that is not known
   * @param allowRemote whether those started here may ask other machines
   * @throws IOException if they do not come; nothing is left running
   */
  public WorkerCrew open(double requestsPerSecond, boolean allowRemote, Consumer<String> progress)
      throws IOException, InterruptedException {
    int started = workers == null ? 0 : workers;
    return WorkerCrew.open(
        awaited > 0 ? place() : WorkerCrew.loopback(),
        started,
        awaited,
        Duration.ofSeconds(awaitSeconds),
        requestsPerSecond / processes() * started,
        allowRemote,
        progress);
  }

  private GroupPlace place() {
    Discovery found =
        discovery == null
            ? Discovery.hosts(List.of(new Discovery.HostPort(host, port)))
            : Discovery.parse(discovery);
    return new GroupPlace(group, found, host, port);
  }
}
