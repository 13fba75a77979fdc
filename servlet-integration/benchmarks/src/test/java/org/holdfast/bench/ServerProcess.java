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

package org.holdfast.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A {@link ServerKind} in a process of its own, which ends when its input does. */
final class ServerProcess implements AutoCloseable {
  private static final String READY = "ready ";

  private final ServerKind kind;
  private final Process process;
  private final InetSocketAddress address;

  private ServerProcess(ServerKind kind, Process process, InetSocketAddress address) {
    this.kind = kind;
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it on the same JDK and class path as this process, and returns when it serves.
   *
   * @throws IOException if it ends before that; its own output says why
   */
  static ServerProcess start(ServerKind kind, List<String> jvmOptions) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            ServerProcess.class.getName(),
            kind.name()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        int port = Integer.parseInt(line.substring(READY.length()));
        return new ServerProcess(kind, process, new InetSocketAddress("127.0.0.1", port));
      }
    }
    throw new IOException(kind.label() + " ended before it served");
  }

  /** The server itself. */
  public static void main(String[] arguments) throws Exception {
    Logger.getLogger("").setLevel(Level.WARNING);
    int port = ServerKind.valueOf(arguments[0]).start();
    System.out.println(READY + port);
    System.in.transferTo(OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  ServerKind kind() {
    return kind;
  }

  InetSocketAddress address() {
    return address;
  }

  /** Processor time that the process has used so far, in steps of 10 ms on Linux. */
  Duration cpu() {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    String.format(
                        Locale.ROOT,
                        "this system does not tell the CPU time of %s",
                        kind.label())));
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
