// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A {@link ServerKind} in a process of its own, which ends when its input does: also when the
 * starting process is killed.
 */
final class ServerProcess implements AutoCloseable {
  private static final String READY = "ready ";

  /** The line of a server that serves. */
  private record Ready(int port, String collectors) {}

  private final ServerKind kind;
  private final Process process;
  private final Path directory;
  private final Ready ready;

  private ServerProcess(ServerKind kind, Process process, Path directory, Ready ready) {
    this.kind = kind;
    this.process = process;
    this.directory = directory;
    this.ready = ready;
  }

  /**
   * Starts it on the same JDK and class path as this process, and returns when it serves. If it
   * does not, nothing is left of it.
   *
   * @param temporary where it gets a directory of its own, which goes when it ends
   * @param limit how long it may take
   * @throws IOException if it ends before it serves, or takes longer; its own output says why
   */
  static ServerProcess start(
      ServerKind kind, List<String> jvmOptions, Path temporary, Duration limit)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(temporary, "holdfast-bench-");
    Process process;
    try {
      process =
          new ProcessBuilder(command(kind, jvmOptions, directory))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      delete(directory);
      throw e;
    }
    boolean serves = false;
    try {
      Ready ready = listen(kind, process).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      serves = true;
      return new ServerProcess(kind, process, directory, ready);
    } catch (TimeoutException e) {
      throw new IOException(kind.label() + " did not serve within " + limit.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    } finally {
      if (!serves) {
        destroy(process, directory);
      }
    }
  }

  private static List<String> command(ServerKind kind, List<String> jvmOptions, Path directory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-cp");
    // Surefire's own class path is one jar that names the others.
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.addAll(List.of(ServerProcess.class.getName(), kind.name(), directory.toString()));
    return command;
  }

  /** Reads what it prints until it ends: else it would hang as soon as the pipe is full. */
  private static CompletableFuture<Ready> listen(ServerKind kind, Process process) {
    CompletableFuture<Ready> ready = new CompletableFuture<>();
    Thread listener =
        new Thread(
            () -> {
              try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = output.readLine(); line != null; line = output.readLine()) {
                  if (line.startsWith(READY)) {
                    String[] words = line.split(" ", 3);
                    ready.complete(new Ready(Integer.parseInt(words[1]), words[2]));
                  }
                }
                ready.completeExceptionally(
                    new IOException(kind.label() + " ended before it served"));
              } catch (IOException | RuntimeException e) {
                ready.completeExceptionally(
                    new IOException("the output of " + kind.label() + " is unreadable: " + e, e));
              }
            },
            "output of " + kind.label());
    listener.setDaemon(true);
    listener.start();
    return ready;
  }

  /** The server itself: its kind's name, and the directory that it deletes when it ends. */
  public static void main(String[] arguments) {
    Logger.getLogger("").setLevel(Level.WARNING);
    Path directory = Path.of(arguments[1]);
    // From the first on, so that it also ends if its parent does while it starts.
    Thread parent = new Thread(() -> endWithInput(directory), "end of input");
    parent.setDaemon(true);
    parent.start();
    try {
      int port = ServerKind.valueOf(arguments[0]).start(directory);
      System.out.println(READY + port + " " + collectorNames());
    } catch (Throwable e) {
      // Threads of the half-started container would keep the process.
      e.printStackTrace();
      end(directory, 1);
    }
  }

  private static String collectorNames() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(" + "));
  }

  private static void endWithInput(Path directory) {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // As good as its end.
    }
    end(directory, 0);
  }

  private static void end(Path directory, int status) {
    try {
      delete(directory);
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }

  ServerKind kind() {
    return kind;
  }

  InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", ready.port);
  }

  /** The collectors that its JVM chose, as they name themselves. */
  String collectors() {
    return ready.collectors;
  }

  /**
   * Processor time that the process has used so far, in steps of 10 ms on Linux.
   *
   * @throws IllegalStateException if it has ended
   */
  Duration cpu() {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    process.isAlive()
                        ? "this system does not tell the CPU time of " + kind.label()
                        : kind.label() + " has ended with " + process.exitValue()));
  }

  /** Ends it and deletes its directory; never throws, so that others can be ended too. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (IOException e) {
      // It has ended, or is destroyed now.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    destroy(process, directory);
  }

  private static void destroy(Process process, Path directory) {
    process.destroyForcibly();
    boolean interrupted = Thread.interrupted();
    try {
      // Killed, it ends; until then it might still write to its directory.
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    delete(directory);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("could not delete " + directory + ": " + e);
    }
  }
}
