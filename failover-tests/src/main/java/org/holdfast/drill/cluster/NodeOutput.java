// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/*
 * Threads: one daemon thread per node copies; any thread reads the tail, under the monitor of the deque.
 */
/**
 * Copies what a node prints into a file until it ends, and notices the line that says it serves.
 */
public final class NodeOutput {
  private static final int TAIL_LINES = 15;

  private final Path file;
  private final CompletableFuture<ReadyLine> ready = new CompletableFuture<>();
  private final Deque<String> tail = new ArrayDeque<>();

  private NodeOutput(Path file) {
    this.file = file;
  }

  /**
   * Starts to copy.
   *
   * @param printed closed at its end
   * @param heading first line of the file
   */
  public static NodeOutput copy(String nodeName, InputStream printed, Path file, String heading) {
    NodeOutput output = new NodeOutput(file);
    Thread thread = new Thread(() -> output.run(printed, heading), "output-of-" + nodeName);
    thread.setDaemon(true);
    thread.start();
    return output;
  }

  /** Completes when the node serves; completes with a failure when its output ends before that. */
  public CompletableFuture<ReadyLine> ready() {
    return ready;
  }

  /** Where the copy goes. */
  public Path file() {
    return file;
  }

  /** Returns the last lines, indented, for an error message. */
  public String tail() {
    synchronized (tail) {
      return tail.isEmpty() ? "  (it printed nothing)" : "  " + String.join("\n  ", tail);
    }
  }

  private void run(InputStream printed, String heading) {
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8));
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(file), true)) {
      copy.println(heading);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        copy.println(line);
        remember(line);
        ReadyLine.parse(line).ifPresent(ready::complete);
      }
    } catch (IOException e) {
      // A killed process closes its pipe at any byte; anything else shows as a node that never
      // became ready.
      remember("(output lost: " + e.getMessage() + ")");
    }
    ready.completeExceptionally(new ClusterStartException("its output ended"));
  }

  private void remember(String line) {
    synchronized (tail) {
      if (tail.size() == TAIL_LINES) {
        tail.removeFirst();
      }
      tail.addLast(line);
    }
  }
}
