// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The process of a {@link SteeredNode}, from its parent's side. Belongs to one thread. */
final class NodeProcess {
  final String name;
  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;

  NodeProcess(int index, String cluster, List<Integer> ports) throws IOException {
    name = "node-" + index;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("node.options", "-Xmx2g").split(" ")));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(SteeredNode.class.getName());
    command.add(Integer.toString(index));
    command.add(cluster);
    command.add(ports.stream().map(String::valueOf).collect(Collectors.joining(",")));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    output = process.inputReader(StandardCharsets.UTF_8);
    input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    if (!"started".equals(output.readLine())) {
      throw new IOException(name + " did not start");
    }
  }

  /** Blocks until the order is answered. */
  String ask(String order) throws IOException {
    input.println(order);
    String answer = output.readLine();
    if (answer == null) {
      throw new IOException(name + " has ended, asked to " + order);
    }
    return answer;
  }

  void kill() {
    process.destroyForcibly();
  }
}
