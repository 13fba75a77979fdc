// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.holdfast.drill.machine.Programs;

/**
 * Builds the images of drills without a registry, each once: its tag is a hash of what is in it.
 */
final class Images {
  private static final String RECIPE = "3";
  private static final String NODE = "holdfast-drill-node";
  private static final int NODE_HEAP_MB = 160;
  private static final Duration KEEP = Duration.ofDays(1);
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(3);

  private final DockerEngine engine;
  private final Consumer<String> progress;

  Images(DockerEngine engine, Consumer<String> progress) {
    this.engine = engine;
    this.progress = progress;
  }

  boolean exists(String name) {
    try {
      engine.get("/images/" + name + "/json");
      return true;
    } catch (DockerException e) {
      if (e.isMissing()) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Returns the name of an image that runs a node.
   *
   * @param javaImage to build it on; without one, on this machine's JDK
   * @param program jar with the classes of the node; without one, that of {@link
   *     ProcessLauncher#PROGRAM}, or those that this process runs
   */
  String node(Optional<String> javaImage, Optional<Path> program)
      throws IOException, InterruptedException {
    String base = javaImage.isPresent() ? javaImage.get() : runtime();
    List<Path> classPath =
        program
            .map(Stream::of)
            .orElseGet(
                () ->
                    Stream.of(ProcessLauncher.classPath().split(File.pathSeparator)).map(Path::of))
            .filter(path -> Files.exists(path) && !path.endsWith("test-classes"))
            .toList();
    List<String> jvmOptions = ProcessLauncher.jvmOptions(NODE_HEAP_MB);
    MessageDigest hash = sha256(base + jvmOptions);
    for (Path entry : classPath) {
      addTo(hash, entry);
    }
    return buildOnce(
        NODE + ":" + tag(hash),
        context -> {
          Path application = Files.createDirectories(context.resolve("app"));
          StringBuilder names = new StringBuilder();
          for (int i = 0; i < classPath.size(); i++) {
            Path entry = classPath.get(i);
            String name = i + "-" + entry.getFileName();
            copyTree(entry, application.resolve(name));
            names.append(names.isEmpty() ? "" : ":").append("/app/").append(name);
          }
          Files.writeString(
              context.resolve("Dockerfile"),
              "FROM "
                  + base
                  + "\nCOPY app /app\nENTRYPOINT [\"java\", \""
                  + String.join("\", \"", jvmOptions)
                  + "\", \"-cp\", \""
                  + names
                  + "\", \"org.holdfast.drill.node.NodeCommand\"]\n");
        });
  }

  /** Returns the name of an image with this machine's tools for networks. */
  String networkTools() throws IOException, InterruptedException {
    MessageDigest hash = sha256(RECIPE);
    for (Path source : NetworkToolFiles.sources()) {
      addTo(hash, source);
    }
    return buildOnce(
        "holdfast-drill-tools:" + tag(hash),
        context -> {
          NetworkToolFiles.gather(Files.createDirectories(context.resolve("root")));
          Files.writeString(context.resolve("Dockerfile"), fromScratch("/usr/bin"));
        });
  }

  private String runtime() throws IOException, InterruptedException {
    MessageDigest hash = sha256(RECIPE + RuntimeFiles.MODULES);
    addTo(hash, Path.of(System.getProperty("java.home"), "release"));
    return buildOnce(
        "holdfast-drill-jre:" + tag(hash),
        context -> {
          RuntimeFiles.gather(Files.createDirectories(context.resolve("root")));
          Files.writeString(context.resolve("Dockerfile"), fromScratch("/jre/bin:/usr/bin"));
        });
  }

  private static String fromScratch(String path) {
    return "FROM scratch\nCOPY root/ /\nENV PATH=" + path + "\n";
  }

  /** Removes images of nodes that are a day old; those in use stay. */
  void sweepOldNodes() {
    long before = Instant.now().minus(KEEP).getEpochSecond();
    Map<String, List<String>> terms = new LinkedHashMap<>(Owner.ofDrills());
    terms.put("reference", List.of(NODE)); // others may have images of that name
    String filter = Owner.filter(terms);
    for (JsonNode image : engine.get("/images/json?filters=" + filter)) {
      if (image.path("Created").asLong() < before) {
        try {
          engine.delete("/images/" + image.path("Id").asText());
        } catch (DockerException e) {
          // In use, or removed by another drill: either way not ours to remove.
        }
      }
    }
  }

  private String buildOnce(String name, Recipe recipe) throws IOException, InterruptedException {
    if (exists(name)) {
      return name;
    }
    progress.accept("building image " + name);
    Path directory = Files.createTempDirectory("holdfast-image-");
    try {
      Path context = Files.createDirectories(directory.resolve("context"));
      recipe.fill(context);
      Path tar = directory.resolve("context.tar");
      // Without padding (-b 1): the engine reads to the end of the archive and hangs up on what
      // follows.
      Programs.run("tar", "-b", "1", "-C", context.toString(), "-cf", tar.toString(), ".");
      build(name, tar);
      return name;
    } finally {
      deleteTree(directory);
    }
  }

  private void build(String name, Path tar) throws IOException {
    String labels = URLEncoder.encode(DockerEngine.text(Owner.labels()), StandardCharsets.UTF_8);
    String path = "/build?forcerm=true&t=" + name + "&labels=" + labels;
    String told;
    try (InputStream content = Files.newInputStream(tar)) {
      told = engine.send("POST", path, content, Files.size(tar), BUILD_TIMEOUT);
    }
    // The engine tells each step in a line and answers 200 however the build ends.
    for (String line : told.lines().toList()) {
      String error = DockerEngine.parse(line).path("error").asText("");
      if (!error.isEmpty()) {
        throw new IOException("the Docker engine could not build " + name + ": " + error);
      }
    }
  }

  private static void addTo(MessageDigest hash, Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        hash.update(file.toString().getBytes(StandardCharsets.UTF_8));
        hash.update(Files.readAllBytes(file));
      }
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void deleteTree(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static String tag(MessageDigest hash) {
    return HexFormat.of().formatHex(hash.digest(), 0, 6);
  }

  private static MessageDigest sha256(String begin) {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update(begin.getBytes(StandardCharsets.UTF_8));
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Fills the directory that an image is built from. */
  private interface Recipe {
    void fill(Path context) throws IOException, InterruptedException;
  }
}
