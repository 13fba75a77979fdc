// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.NodeOutput;
import org.holdfast.drill.cluster.NodeStatus;
import org.holdfast.drill.cluster.NodeVersion;
import org.holdfast.drill.cluster.ReplaceableNode;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.drill.network.NetworkTools;
import org.holdfast.drill.network.NetworkedNode;
import org.holdfast.drill.settings.HoldfastSettings;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the launcher's or the drill's starts and stops; a daemon thread per life waits for its end; any asks.
 */
/**
 * One node in a container, a new one each time it is started, always with the same name, address
 * and port.
 */
final class ContainerNode implements ReplaceableNode, NetworkedNode {
  private static final StatusClient STATUS_CLIENT = new StatusClient();
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);
  private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * Where a node has its place.
   *
   * @param number of the node, from 0
   * @param httpPort of 127.0.0.1
   * @param statusPort of 127.0.0.1, at which an image of the user's may tell its status
   * @param address in the cluster's network
   */
  record Place(String name, int number, int httpPort, int statusPort, String address) {}

  /** One life of the node; {@code exit} completes with its exit code. */
  private record Life(
      EngineContainer container,
      ToolsContainer networkTools,
      NodeOutput output,
      CompletableFuture<Integer> exit) {

    boolean goesOn() {
      return !exit.isDone();
    }
  }

  private final Place place;
  private final Map<NodeVersion, NodeContainers> versions;
  private final Path workDir;
  private volatile @Nullable Life life;
  private NodeContainers containers;
  private HoldfastSettings settings;
  private int starts;

  /**
   * @param versions make its containers, those of the first version and maybe of the next
   * @param settings that it is started with, until {@link #startWith} says otherwise
   * @param workDir where its output goes, a file for each time it is started
   */
  ContainerNode(
      Place place,
      Map<NodeVersion, NodeContainers> versions,
      HoldfastSettings settings,
      Path workDir) {
    this.place = place;
    this.settings = settings;
    this.versions = Map.copyOf(versions);
    this.containers = Objects.requireNonNull(versions.get(NodeVersion.FIRST));
    this.workDir = workDir;
  }

  Place place() {
    return place;
  }

  @Override
  public boolean has(NodeVersion version) {
    return versions.containsKey(version);
  }

  @Override
  public void replaceBy(NodeVersion version) {
    containers = Objects.requireNonNull(versions.get(version));
  }

  @Override
  public void startWith(HoldfastSettings wanted) {
    settings = wanted;
  }

  /**
   * Starts a new container; does not wait for it to serve.
   *
   * @throws ClusterStartException if it cannot be started at all
   */
  void start() {
    if (alive()) {
      throw new ClusterStartException("node " + name() + " is running already");
    }
    remove();
    starts++;
    Path logFile = workDir.resolve(name() + (starts == 1 ? "" : "." + starts) + ".log");
    EngineContainer container = null;
    try {
      container = containers.create(place, settings);
      container.start();
      life =
          new Life(
              container,
              containers.toolsBeside(container),
              NodeOutput.copy(name(), container.output(), logFile, containers.heading(place)),
              exitOf(container));
    } catch (DockerException e) {
      if (container != null) {
        container.remove();
      }
      throw new ClusterStartException(
          "cannot start the container of node " + name() + ": " + e.getMessage(), e);
    }
  }

  private CompletableFuture<Integer> exitOf(EngineContainer container) {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                exit.complete(container.awaitExit());
              } catch (IOException | DockerException e) {
                exit.completeExceptionally(e);
              }
            },
            "end-of-" + name());
    thread.setDaemon(true);
    thread.start();
    return exit;
  }

  /**
   * Waits until the node serves: our own says so, any other answers a request.
   *
   * @throws ClusterStartException if it ended or does not serve within {@code timeout}
   */
  void awaitReady(Duration timeout) {
    Life now = started();
    try {
      if (containers.isOurs()) {
        now.output.ready().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } else {
        awaitAnswer(now, timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while node " + name() + " was starting", e);
    } catch (ExecutionException e) {
      throw new ClusterStartException(failure(now, "ended before it served"));
    } catch (TimeoutException e) {
      throw new ClusterStartException(
          failure(now, "did not serve within " + timeout.toSeconds() + " s"));
    }
  }

  private void awaitAnswer(Life now, Duration timeout)
      throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!answers()) {
      if (!now.goesOn()) {
        throw new ClusterStartException(failure(now, "ended before it served"));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException();
      }
      LockSupport.parkNanos(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /** Whatever it answers: an application need not have anything at its root. */
  private boolean answers() {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + place.httpPort() + "/").toURL().openConnection();
      connection.setConnectTimeout((int) ANSWER_TIMEOUT.toMillis());
      connection.setReadTimeout((int) ANSWER_TIMEOUT.toMillis());
      try {
        return connection.getResponseCode() > 0;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }

  private String failure(Life now, String what) {
    return "node "
        + name()
        + " "
        + what
        + (exitCode().isPresent() ? " (exit code " + exitCode().getAsInt() + ")" : "")
        + "; its output is in "
        + now.output.file()
        + " and ends with:\n"
        + now.output.tail();
  }

  @Override
  public String name() {
    return place.name();
  }

  @Override
  public InetSocketAddress http() {
    return new InetSocketAddress("127.0.0.1", place.httpPort());
  }

  @Override
  public void kill() {
    signal("SIGKILL");
  }

  /** Sends a signal, if it is there to get one. */
  void signal(String name) {
    Life now = life;
    if (now != null && now.goesOn()) {
      boolean unused = now.container.signal(name);
    }
  }

  @Override
  public boolean alive() {
    Life now = life;
    return now != null && now.goesOn();
  }

  @Override
  public Optional<NodeStatus> status() {
    if (!alive()) {
      return Optional.empty();
    }
    Optional<NodeStatus> own = containers.isOurs() ? Optional.empty() : STATUS_CLIENT.ask(admin());
    return own.isPresent() ? own : STATUS_CLIENT.ask(http());
  }

  @Override
  public OptionalLong cpuMicros() {
    Life now = life;
    if (now == null || !now.goesOn() || containers.isOurs()) {
      return OptionalLong.empty();
    }
    try {
      JsonNode nanos = now.container.usage().at("/cpu_stats/cpu_usage/total_usage");
      return nanos.isNumber()
          ? OptionalLong.of(TimeUnit.NANOSECONDS.toMicros(nanos.asLong()))
          : OptionalLong.empty();
    } catch (DockerException e) {
      return OptionalLong.empty(); // it has ended meanwhile, or the engine is busy
    }
  }

  private InetSocketAddress admin() {
    return new InetSocketAddress("127.0.0.1", place.statusPort());
  }

  /** The container of its present or last life. */
  EngineContainer container() {
    return started().container;
  }

  /** Lets it know what its clock is; only if it has one of its own. */
  void setClock() {
    containers.setClock(container(), place);
  }

  /** Lets it see its key files as they are now. */
  void bringKeys() {
    containers.bringKeys(container(), place);
  }

  @Override
  public String address() {
    return place.address();
  }

  @Override
  public NetworkTools networkTools() {
    return started().networkTools;
  }

  /** How its last life ended; empty while it lives and when nobody knows. */
  OptionalInt exitCode() {
    Life now = life;
    if (now == null || now.goesOn()) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(now.exit.join());
    } catch (CompletionException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * Waits for the end of the container.
   *
   * @return whether it ended in time, or never began
   */
  boolean awaitEnd(long timeoutNanos) throws InterruptedException {
    Life now = life;
    if (now == null) {
      return true;
    }
    try {
      Integer unused = now.exit.get(Math.max(1, timeoutNanos), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** Ends and removes the container, and what was put beside it. */
  void remove() {
    Life now = life;
    if (now != null) {
      now.networkTools.remove();
      now.container.remove();
    }
  }

  private Life started() {
    Life now = life;
    if (now == null) {
      throw new IllegalStateException("node " + name() + " was not started yet");
    }
    return now;
  }
}
