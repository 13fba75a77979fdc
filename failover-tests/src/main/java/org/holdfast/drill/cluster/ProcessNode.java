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

package org.holdfast.drill.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One node as a child process. It stops by itself when this process ends, because its standard
 * input ends then.
 */
final class ProcessNode implements ClusterNode {
  private final String name;
  private final Process process;
  private final NodeOutput output;
  private final StatusClient statusClient;
  private volatile @Nullable InetSocketAddress http;

  private ProcessNode(String name, Process process, NodeOutput output, StatusClient statusClient) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.statusClient = statusClient;
  }

  /**
   * Starts the process; does not wait for it to serve.
   *
   * @param logFile where its output goes
   * @throws ClusterStartException if the process cannot be started at all
   */
  static ProcessNode start(
      String name, List<String> command, Path logFile, StatusClient statusClient) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      NodeOutput output =
          NodeOutput.copy(
              name, process.getInputStream(), logFile, "$ " + String.join(" ", command));
      return new ProcessNode(name, process, output, statusClient);
    } catch (IOException e) {
      throw new ClusterStartException(
          "cannot start node " + name + " with " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Waits until the node serves.
   *
   * @throws ClusterStartException if it ended or did not say that it serves within {@code timeout}
   */
  ReadyLine awaitReady(Duration timeout) {
    try {
      ReadyLine line = output.ready().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      http = new InetSocketAddress(line.http().getHostString(), line.http().getPort());
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterStartException("interrupted while node " + name + " was starting", e);
    } catch (ExecutionException e) {
      throw new ClusterStartException(failure("ended with " + exitCode() + " before it served"));
    } catch (TimeoutException e) {
      throw new ClusterStartException(
          failure("did not serve within " + timeout.toSeconds() + " s"));
    }
  }

  private String failure(String what) {
    return "node "
        + name
        + " "
        + what
        + "; its output is in "
        + output.file()
        + " and ends with:\n"
        + output.tail();
  }

  private String exitCode() {
    try {
      return process.waitFor(1, TimeUnit.SECONDS)
          ? "exit code " + process.exitValue()
          : "its output closed";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "an exit code nobody waited for";
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    InetSocketAddress address = http;
    if (address == null) {
      throw new IllegalStateException("node " + name + " does not serve yet");
    }
    return address;
  }

  @Override
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public Optional<NodeStatus> status() {
    return alive() ? statusClient.ask(http()) : Optional.empty();
  }

  /** Asks the process to stop, with SIGTERM; what it prints meanwhile is still kept. */
  void requestStop() {
    process.toHandle().destroy();
  }

  /**
   * Waits for the end of the process.
   *
   * @return whether it ended in time
   */
  boolean awaitEnd(long timeoutNanos) throws InterruptedException {
    return process.waitFor(Math.max(1, timeoutNanos), TimeUnit.NANOSECONDS);
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.of(process.pid());
  }
}
