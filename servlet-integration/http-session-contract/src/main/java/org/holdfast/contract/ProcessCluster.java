// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of nodes that are processes of their own: for things that a JVM can have only one of,
 * and to be killed in earnest. Used by one thread.
 *
 * <p>The main class gets Holdfast's settings as system properties, and prints {@code port} and a
 * number once it serves that port of 127.0.0.1; then it runs until it is killed.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String READY = "port ";
  private static final int SUCCESS = 200;

  private final List<Process> processes = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();

  private ProcessCluster() {}

  /**
   * Starts {@code size} nodes at once and returns when all of them serve.
   *
   * @param settings of Holdfast, by name, besides those that make the nodes a cluster
   */
  public static ProcessCluster start(Class<?> main, int size, Map<String, String> settings) {
    ProcessCluster cluster = new ProcessCluster();
    try {
      List<Integer> membership = Ports.take(size);
      for (int i = 0; i < size; i++) {
        cluster.processes.add(process(main, i, membership, settings));
      }
      for (Process process : cluster.processes) {
        cluster.ports.add(port(process));
      }
    } catch (IOException e) {
      cluster.close();
      throw new UncheckedIOException("a node of " + main.getName() + " does not start", e);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private static Process process(
      Class<?> main, int index, List<Integer> membership, Map<String, String> settings)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dholdfast.cluster=" + main.getSimpleName() + "-" + membership.get(0));
    command.add("-Dholdfast.memberName=node-" + (index + 1));
    command.add("-Dholdfast.membershipPort=" + membership.get(index));
    command.add(
        "-Dholdfast.discovery=static:"
            + String.join(",", membership.stream().map(port -> "127.0.0.1:" + port).toList()));
    command.add("-Dholdfast.joinTimeoutMillis=1000");
    command.add("-Dholdfast.ackTimeoutMillis=5000");
    command.add("-Dholdfast.acquireTimeoutMillis=10000");
    settings.forEach((name, value) -> command.add("-Dholdfast." + name + "=" + value));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static int port(Process process) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    List<String> log = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(READY)) {
        showRest(lines);
        return Integer.parseInt(line.substring(READY.length()));
      }
      log.add(line);
    }
    throw new IllegalStateException("a node does not start:\n" + String.join("\n", log));
  }

  private static void showRest(BufferedReader lines) {
    Thread reader =
        new Thread(
            () -> {
              try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  System.out.println("node: " + line);
                }
              } catch (IOException e) {
                System.out.println("node: " + e);
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  /** Kills a node as {@code kill -9} does, and waits for its end, at most 10 s. */
  public void kill(int node) {
    Process process = processes.get(node);
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    for (int i = 0; i < processes.size(); i++) {
      kill(i);
    }
  }

  /** Returns a new client without a cookie. */
  public Visitor visitor() {
    return new Visitor();
  }

  /** A client that keeps the cookie that it received last. */
  public final class Visitor {
    private String cookie = "";

    private Visitor() {}

    /** Returns the body of a successful response. */
    public String get(int node, String path) {
      URI uri = URI.create("http://127.0.0.1:" + ports.get(node) + path);
      HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
      if (!cookie.isEmpty()) {
        request.header("Cookie", cookie);
      }
      try {
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != SUCCESS) {
          throw new AssertionError(uri + ": " + response.statusCode() + " " + response.body());
        }
        response
            .headers()
            .firstValue("Set-Cookie")
            .ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        return response.body();
      } catch (IOException e) {
        throw new UncheckedIOException("no whole response of " + uri, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }
}
