// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A place in a cluster, whose node is started when it is needed. Used by one thread. */
public final class ContractNode {
  private static final Executor STOPPER = task -> new Thread(task, "planned stop").start();

  private final ContractCluster cluster;
  private final int index;
  private @Nullable RunningNode running;
  private List<ContractApplication> applications = List.of();

  ContractNode(ContractCluster cluster, int index) {
    this.cluster = cluster;
    this.index = index;
  }

  /** Returns the sticky route of the node. */
  public String name() {
    return "node-" + (index + 1);
  }

  /** Returns the address at which this node serves {@code path}; starts the node unless it runs. */
  public URI uri(String path) {
    return URI.create(start().uri() + path);
  }

  boolean isRunning() {
    return running != null;
  }

  /** See {@link RunningNode#attributeBytes}. */
  long attributeBytes() {
    return start().attributeBytes();
  }

  /** Starts the node unless it runs. */
  RunningNode start() {
    if (running == null) {
      NodeSpec spec = cluster.specOf(index, name());
      applications = spec.applications();
      running = cluster.container().start(spec);
    }
    return running;
  }

  /** See {@link RunningNode#kill}; it is started again when it is next used. */
  public void kill() {
    cluster.standstills().awaitAftermath();
    end(true);
  }

  /** See {@link RunningNode#stop}; it is started again when it is next used. */
  public void stop() {
    cluster.standstills().awaitAftermath();
    end(false);
  }

  /** Stops it at the end of its cluster, where no test judges what the others do then. */
  void stopAtOnce() {
    end(false);
  }

  /**
   * Begins to {@linkplain RunningNode#stop stop} the node while pages wait at gates. It is started
   * again when it is next used, which is to be after the stop.
   */
  Stopping beginStop() {
    URI probe = uri("/contract/probe");
    RunningNode ending = start();
    cluster.standstills().awaitAftermath();
    running = null;
    return new Stopping(probe, CompletableFuture.runAsync(ending::stop, STOPPER), applications);
  }

  /** A stop under way. */
  record Stopping(URI probe, CompletableFuture<Void> over, List<ContractApplication> applications) {
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Returns whether the node answers no new request any more, or refuses it. */
    boolean refusesMore() {
      HttpRequest request = HttpRequest.newBuilder(probe).timeout(PATIENCE).build();
      try {
        HttpClient fresh = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        return fresh.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() != 200;
      } catch (IOException e) {
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    void openGates() {
      applications.forEach(ContractApplication::endWaiting);
    }
  }

  /**
   * Returns the events of these sessions that the root application's listeners received, until now
   * or to the end.
   */
  List<String> heard(Set<String> ids) {
    return applications.stream()
        .filter(application -> application.contextPath().isEmpty())
        .flatMap(application -> application.events().of(ids).stream())
        .toList();
  }

  private void end(boolean killed) {
    RunningNode ending = running;
    running = null;
    if (ending == null) {
      return;
    }
    if (killed) {
      ending.kill();
    } else {
      applications.forEach(ContractApplication::endWaiting);
      ending.stop();
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
