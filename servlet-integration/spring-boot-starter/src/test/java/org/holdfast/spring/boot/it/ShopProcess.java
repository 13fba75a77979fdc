// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A {@link ShopApplication} in a process of its own. Belongs to one thread. */
final class ShopProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  private ShopProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Returns when it accepts requests. */
  static ShopProcess start(List<String> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Collections.addAll(command, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ShopApplication.class.getName());
    command.addAll(args);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
      StringBuilder log = new StringBuilder();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(ShopApplication.STARTED)) {
          String port = line.substring(ShopApplication.STARTED.length());
          return new ShopProcess(process, Integer.parseInt(port));
        }
        log.append(line).append('\n');
      }
      throw new IllegalStateException("the application ended instead of starting:\n" + log);
    } catch (IOException e) {
      throw new UncheckedIOException("the application cannot be started", e);
    }
  }

  int port() {
    return port;
  }

  /** As SIGKILL does; returns when it has gone. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
