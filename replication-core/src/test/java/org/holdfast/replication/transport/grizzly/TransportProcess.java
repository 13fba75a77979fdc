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

package org.holdfast.replication.transport.grizzly;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.Transport;
import org.holdfast.replication.transport.TransportSettings;

/**
 * A member in a process of its own that answers each frame with the first 40 bytes of it. It ends when its standard input does, so
 * it never outlives its parent. Each line on its input is answered with its processor time in nanoseconds.
 */
final class TransportProcess implements AutoCloseable {
  static final int ACK_BYTES = 40;

  private final Process process;
  private final BufferedReader output;
  private final PrintStream input;
  private final Member member;

  private TransportProcess(Process process, String name) throws IOException {
    this.process = process;
    output = process.inputReader();
    input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    member = new Member(name, 1, "127.0.0.1", Integer.parseInt(output.readLine()));
  }

  /** Starts the process; returns once it accepts connections. */
  static TransportProcess start(String name, Member peer) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("holdfast.test.classpath", System.getProperty("java.class.path")),
                    TransportProcess.class.getName(),
                    name,
                    peer.name(),
                    Long.toString(peer.incarnation()),
                    Integer.toString(peer.port())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new TransportProcess(process, name);
  }

  Member member() {
    return member;
  }

  /** Returns the processor time the process used so far. */
  long cpuNanos() throws IOException {
    input.println("cpu");
    return Long.parseLong(output.readLine());
  }

  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  public static void main(String[] args) throws IOException {
    Member peer = new Member(args[1], Long.parseLong(args[2]), "127.0.0.1", Integer.parseInt(args[3]));
    ReplicationPort port = ReplicationPort.bind(TransportSettings.of("test"));
    Member self = new Member(args[0], 1, "127.0.0.1", port.port());
    try (GrizzlyTransport transport = new GrizzlyTransport(port, self, new Random())) {
      transport.start(new Answering(transport));
      transport.connectTo(List.of(peer));
      System.out.println(port.port());
      answerUntilEndOfInput();
    }
  }

  static void answerUntilEndOfInput() {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (in.readLine() != null) {
        System.out.println(processCpuNanos());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long processCpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private record Answering(Transport transport) implements Transport.Listener {
    @Override
    public void onFrame(Member from, byte[] frame) {
      byte[] answer = new byte[ACK_BYTES];
      System.arraycopy(frame, 0, answer, 0, Math.min(frame.length, ACK_BYTES));
      transport.send(from, answer);
    }

    @Override
    public void onPeerDown(Member peer) {}

    @Override
    public void onPeerUp(Member peer) {}
  }
}
