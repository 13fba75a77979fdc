// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** One container of the engine, known by its id. Thread-safe. */
final class EngineContainer {
  private static final Duration COPY_TIMEOUT = Duration.ofMinutes(2);

  private static final Duration EXIT_CODE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration EXIT_CODE_POLL = Duration.ofMillis(10);

  private final DockerEngine engine;
  private final String id;

  private EngineContainer(DockerEngine engine, String id) {
    this.engine = engine;
    this.id = id;
  }

  /** What a program in a container printed, and its exit code. */
  record Ended(int exitCode, String output) {}

  /**
   * Creates a container, which does not run yet.
   *
   * @param description as the engine's API wants it
   */
  static EngineContainer create(DockerEngine engine, Map<String, ?> description) {
    JsonNode created = engine.post("/containers/create", description);
    return new EngineContainer(engine, created.path("Id").asText());
  }

  String id() {
    return id;
  }

  void start() {
    engine.post(path("/start"));
  }

  /**
   * Sends a signal.
   *
   * @return whether there was anybody to get it
   */
  boolean signal(String signal) {
    try {
      engine.post(path("/kill?signal=" + signal));
      return true;
    } catch (DockerException e) {
      if (e.isConflict() || e.isMissing()) {
        return false;
      }
      throw e;
    }
  }

  /** Tries twice: the kernel may fail to freeze processes that are just being started. */
  void pause() {
    try {
      engine.post(path("/pause"));
    } catch (DockerException e) {
      if (!String.valueOf(e.getMessage()).contains("unable to freeze")) {
        throw e;
      }
      engine.post(path("/pause"));
    }
  }

  void unpause() {
    engine.post(path("/unpause"));
  }

  boolean isPaused() {
    return inspect().at("/State/Paused").asBoolean();
  }

  /** Sets limits of the running container. */
  void limit(Map<String, ?> limits) {
    engine.post(path("/update"), limits);
  }

  JsonNode inspect() {
    return engine.get(path("/json"));
  }

  /** What the kernel counts for it at this moment. */
  JsonNode usage() {
    return engine.get(path("/stats?stream=false&one-shot=true"));
  }

  /** Waits for its end, without bound, and returns the exit code. Only after it was started. */
  int awaitExit() throws IOException {
    try (DockerExchange exchange = engine.stream("POST", path("/wait"), null)) {
      String answer = new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
      return DockerEngine.parse(answer).path("StatusCode").asInt(-1);
    }
  }

  /** What it prints, from its first byte to its end. */
  InputStream output() {
    String path = path("/logs?follow=true&stdout=true&stderr=true");
    return new MultiplexedStream(engine.stream("GET", path, null).body());
  }

  /**
   * Runs a program inside, and waits for its end.
   *
   * @throws DockerException if it cannot be run
   */
  Ended run(List<String> command) {
    JsonNode created =
        engine.post(
            path("/exec"), Map.of("AttachStdout", true, "AttachStderr", true, "Cmd", command));
    String run = "/exec/" + created.path("Id").asText();
    String output;
    Map<String, Boolean> attached = Map.of("Detach", false, "Tty", false);
    try (DockerExchange exchange = engine.stream("POST", run + "/start", attached)) {
      InputStream printed = new MultiplexedStream(exchange.body());
      output = new String(printed.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new DockerException("lost the output of " + String.join(" ", command), e);
    }
    return new Ended(exitCode(run), output);
  }

  /** The output may end a moment before the engine hears of the program's end. */
  private int exitCode(String run) {
    long deadline = System.nanoTime() + EXIT_CODE_TIMEOUT.toNanos();
    JsonNode state = engine.get(run + "/json");
    while (state.path("Running").asBoolean() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(EXIT_CODE_POLL.toNanos());
      state = engine.get(run + "/json");
    }
    return state.path("ExitCode").asInt(-1);
  }

  /** Puts a file into a directory that exists inside, also before it was started. */
  void copy(Path file, String directory, String name) {
    try (TarOfOneFile tar = TarOfOneFile.of(file, name)) {
      String where = URLEncoder.encode(directory, StandardCharsets.UTF_8);
      engine.send("PUT", path("/archive?path=" + where), tar.content(), tar.bytes(), COPY_TIMEOUT);
    } catch (IOException e) {
      throw new DockerException("cannot copy " + file + " into a container", e);
    }
  }

  /** Ends it, if it runs, and removes it. */
  void remove() {
    Uninterrupted.run(() -> remove(engine, id));
  }

  static void remove(DockerEngine engine, String id) {
    try {
      engine.delete("/containers/" + id + "?force=true&v=true");
    } catch (DockerException e) {
      // Gone already, or going: either way what was wanted.
      if (!e.isMissing() && !e.isConflict()) {
        throw e;
      }
    }
  }

  private String path(String what) {
    return "/containers/" + id + what;
  }
}
