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

package org.holdfast.drill.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Image;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds the images of the container tests without a registry, each once: its tag is a hash of what
 * is in it.
 *
 * <p>{@code -Dnode.image.base=NAME} takes another image with Java on its path as the base instead
 * of one made of this machine's JDK.
 */
final class Images {
  private static final String BASE_RECIPE = "2";

  private static final String NODE = "holdfast-test-node";
  private static final Duration KEEP = Duration.ofDays(1);

  private final DockerClient docker;

  Images(DockerClient docker) {
    this.docker = docker;
  }

  /** Returns the name of an image that runs a node, with the classes that this process runs. */
  String node() throws IOException, InterruptedException {
    String base = System.getProperty("node.image.base");
    if (base == null) {
      base = runtime();
    }
    List<Path> classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(path -> Files.exists(path) && !path.endsWith("test-classes"))
            .toList();
    MessageDigest hash = sha256();
    hash.update(base.getBytes(StandardCharsets.UTF_8));
    for (Path entry : classPath) {
      addTo(hash, entry);
    }
    String from = base;
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
                  + from
                  + "\nCOPY app /app\nENTRYPOINT [\"java\", \"-Xmx128m\","
                  + " \"-XX:+UseSerialGC\", \"-cp\", \""
                  + names
                  + "\", \"org.holdfast.drill.node.NodeCommand\"]\n");
        });
  }

  /** Removes images of nodes that are a day old; those in use stay. */
  void sweepOldNodes() {
    long before = Instant.now().minus(KEEP).getEpochSecond();
    for (Image image : docker.listImagesCmd().withReferenceFilter(NODE).exec()) {
      if (image.getCreated() < before) {
        try {
          docker.removeImageCmd(image.getId()).exec();
        } catch (DockerException e) {
          // In use, or removed by another run: either way not ours to remove.
        }
      }
    }
  }

  private String runtime() throws IOException, InterruptedException {
    MessageDigest hash = sha256();
    hash.update((BASE_RECIPE + RuntimeFiles.MODULES).getBytes(StandardCharsets.UTF_8));
    addTo(hash, Path.of(System.getProperty("java.home"), "release"));
    return buildOnce(
        "holdfast-test-jre:" + tag(hash),
        context -> {
          RuntimeFiles.gather(Files.createDirectories(context.resolve("root")));
          Files.writeString(
              context.resolve("Dockerfile"),
              "FROM scratch\nCOPY root/ /\nENV PATH=/jre/bin:/usr/sbin:/usr/bin\n");
        });
  }

  private String buildOnce(String name, Recipe recipe) throws IOException, InterruptedException {
    try {
      docker.inspectImageCmd(name).exec();
      return name;
    } catch (NotFoundException e) {
      // built below
    }
    Path context = Files.createTempDirectory("holdfast-image-");
    try {
      recipe.fill(context);
      Process tar =
          new ProcessBuilder("tar", "-C", context.toString(), "-c", ".")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (InputStream archive = tar.getInputStream()) {
        docker
            .buildImageCmd(archive)
            .withTags(Set.of(name))
            .withForcerm(true)
            .withLabels(Owner.labels())
            .exec(new BuildImageResultCallback())
            .awaitImageId(3, TimeUnit.MINUTES);
      } finally {
        tar.destroy();
      }
      return name;
    } finally {
      deleteTree(context);
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

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** Fills the directory that an image is built from. */
  private interface Recipe {
    void fill(Path context) throws IOException, InterruptedException;
  }
}
