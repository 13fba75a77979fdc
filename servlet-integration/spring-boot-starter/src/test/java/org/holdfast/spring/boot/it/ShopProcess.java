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
