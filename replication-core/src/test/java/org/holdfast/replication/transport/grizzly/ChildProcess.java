// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A main class in a process of its own. It prints its port first, answers each line on its input
 * with its processor time in nanoseconds, and ends when its input does, so it never outlives its
 * parent.
 */
final class ChildProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;
  private final int port;

  private ChildProcess(Process process) throws IOException {
    this.process = process;
    output = process.inputReader();
    input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    port = Integer.parseInt(output.readLine());
  }

  /** Starts {@code main} with the classes of this process; returns once it accepts connections. */
  static ChildProcess start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-cp");
    command.add(
        System.getProperty("holdfast.test.classpath", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  int port() {
    return port;
  }

  /** Returns the processor time the process used so far. */
  long cpuNanos() throws IOException {
    input.println("cpu");
    return Long.parseLong(output.readLine());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The child's side: prints {@code port} and answers until its input ends. */
  static void serve(int port) {
    System.out.println(port);
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (in.readLine() != null) {
        System.out.println(ownCpuNanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long ownCpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
