// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.FaultException;
import org.jspecify.annotations.Nullable;

/**
 * Wall clocks of nodes that can jump while the machine's does not: Linux has no such thing, so
 * libfaketime stands between a node and its system. A file for each node says how far off its clock
 * is; the library reads it again within two seconds. What measures durations goes on. Thread-safe.
 */
public final class NodeClocks implements AutoCloseable {
  /** Environment variable that names the library where it is in none of the usual places. */
  public static final String VARIABLE = "HOLDFAST_LIBFAKETIME";

  /** The one for programs with threads. */
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  private static final List<Path> ROOTS =
      List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/usr/local/lib"));
  private static final Duration READ_AGAIN = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Path library;
  private final Path directory;

  @GuardedBy("this")
  private final Map<String, Duration> offsets = new HashMap<>();

  private NodeClocks(Path library, Path directory) {
    this.library = library;
    this.directory = directory.toAbsolutePath();
  }

  static NodeClocks of(Path library, Path directory) {
    return new NodeClocks(library, directory);
  }

  /**
   * Has clocks of their own for nodes.
   *
   * @param directory that exists, for a file of each node
   * @throws FaultException if this machine has no libfaketime
   */
  public static NodeClocks in(Path directory) {
    lacks()
        .ifPresent(
            reason -> {
              throw new FaultException(reason);
            });
    return of(found().orElseThrow(), directory);
  }

  /** Says why no node can have a clock of its own here; empty if it can. */
  public static Optional<String> lacks() {
    return found().isPresent()
        ? Optional.empty()
        : Optional.of(
            "a node has a clock of its own by libfaketime alone, and this machine has none:"
                + " install it (apt-get install libfaketime), or name its libfaketimeMT.so.1 with "
                + VARIABLE);
  }

  private static Optional<Path> found() {
    return find(System.getenv(VARIABLE), ROOTS, System.getProperty("os.arch"));
  }

  /**
   * Finds the library.
   *
   * @param named where it is; null to look for it
   */
  static Optional<Path> find(@Nullable String named, List<Path> roots, String architecture) {
    if (named != null) {
      return Optional.of(Path.of(named)).filter(Files::isReadable);
    }
    String multiarch =
        (architecture.equals("amd64") ? "x86_64" : architecture) + "-linux-gnu/" + LIBRARY;
    return roots.stream()
        .flatMap(root -> List.of(root.resolve(multiarch), root.resolve(LIBRARY)).stream())
        .filter(Files::isReadable)
        .findFirst();
  }

  /** The library, on this machine. */
  public Path library() {
    return library;
  }

  /** The file that says how far off a node's clock is; there after the first question for it. */
  public synchronized Path file(String node) {
    Path file = directory.resolve(node + ".clock");
    if (!Files.exists(file)) {
      write(file, offset(node));
    }
    return file;
  }

  /**
   * What a node's process must have in its environment.
   *
   * @param library as the node sees it
   * @param file likewise
   */
  public static Map<String, String> environment(String library, String file) {
    return Map.of(
        "LD_PRELOAD",
        library,
        "FAKETIME_TIMESTAMP_FILE",
        file,
        // Whole seconds, so it is read again once a second: not at each look at the clock.
        "FAKETIME_CACHE_DURATION",
        "0",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "DONT_FAKE_MONOTONIC",
        "1",
        // Else waits of the JVM end at once, as the library takes the wall clock for the other one.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0",
        "NO_FAKE_STAT",
        "1");
  }

  /** Has a node's clock jump from where it is; the node learns of it by the file. */
  public synchronized void jump(String node, Duration by) {
    offsets.merge(node, by, Duration::plus);
    write(directory.resolve(node + ".clock"), offset(node));
  }

  private synchronized Duration offset(String node) {
    return offsets.getOrDefault(node, Duration.ZERO);
  }

  /** Replaces the file in one step, so that nobody reads half of it. */
  private static void write(Path file, Duration off) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, (off.isNegative() ? "" : "+") + off.toSeconds() + "\n");
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new FaultException("cannot set a clock: " + e, e);
    }
  }

  /** Waits until the clocks of {@code nodes} are where they should be; for some seconds at most. */
  public void await(List<? extends ClusterNode> nodes, Duration jump) {
    long deadline = System.nanoTime() + READ_AGAIN.toNanos();
    while (effect(nodes, jump) == Effect.NONE && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(POLL.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        throw new FaultException("interrupted while the clock of a node was to jump");
      }
    }
  }

  /**
   * Whether all of {@code nodes} say a time that is off as it should be; unknown where one says
   * none.
   *
   * @param jump the latest one: by less than half of it a clock may be wrong
   */
  public Effect effect(List<? extends ClusterNode> nodes, Duration jump) {
    boolean all = true;
    for (ClusterNode node : nodes) {
      Optional<Duration> said = off(node);
      if (said.isEmpty()) {
        return Effect.UNKNOWN;
      }
      Duration wrong = said.get().minus(offset(node.name())).abs();
      all &= wrong.compareTo(jump.abs().dividedBy(2)) < 0;
    }
    return all ? Effect.SEEN : Effect.NONE;
  }

  /** How far a node's clock is from this machine's; empty if it does not tell. */
  private static Optional<Duration> off(ClusterNode node) {
    return node.status()
        .map(status -> status.counters().get("clockMillis"))
        .map(millis -> Duration.ofMillis(millis - System.currentTimeMillis()));
  }

  /** Removes what the library of a process could not, as the process was killed. */
  static void forget(long pid) {
    Path shared = Path.of("/dev/shm");
    for (String left : List.of("faketime_shm_" + pid, "sem.faketime_sem_" + pid)) {
      try {
        boolean unused = Files.deleteIfExists(shared.resolve(left));
      } catch (IOException e) {
        // Some bytes: worth no failure at the end of a node.
      }
    }
  }

  /** Removes the files. */
  @Override
  public synchronized void close() {
    try (var files = Files.newDirectoryStream(directory, "*.clock")) {
      for (Path file : files) {
        Files.deleteIfExists(Objects.requireNonNull(file));
      }
    } catch (IOException e) {
      // Files in a directory for what nodes leave: worth no failure at the end of a drill.
    }
  }
}
