// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What runs in the containers of a drill.
 *
 * @param image the user's own image; empty for one made of this program and this machine's JDK. It
 *     is configured by {@code HOLDFAST_*} in its environment and says by an answer on HTTP that it
 *     serves
 * @param imagePort on which {@code image} serves HTTP, 1 to 65535
 * @param war a web application that our own nodes serve beside the demo; not with {@code image}
 * @param warPath context path of {@code war}, such as {@code /} or {@code /shop}
 * @param javaImage to build our own image on, with Java 17 or newer on its path; empty for this
 *     machine's JDK; not with {@code image}
 * @param program another {@code holdfast.jar} to make our own image of; empty for this program's
 *     classes; not with {@code image}
 */
public record ContainerOptions(
    Optional<String> image,
    int imagePort,
    Optional<Path> war,
    String warPath,
    Optional<String> javaImage,
    Optional<Path> program) {
  /** Our own nodes with the demo application, in an image of this machine's JDK. */
  public static final ContainerOptions DEFAULT =
      new ContainerOptions(
          Optional.empty(), 8080, Optional.empty(), "/", Optional.empty(), Optional.empty());

  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]{0,255}");

  public ContainerOptions {
    image.ifPresent(ContainerOptions::requireImage);
    javaImage.ifPresent(ContainerOptions::requireImage);
    if (imagePort < 1 || imagePort > 65_535) {
      throw new IllegalArgumentException(
          "the image's port of HTTP must be 1 to 65535, was " + imagePort);
    }
    if (image.isPresent() && (war.isPresent() || javaImage.isPresent() || program.isPresent())) {
      throw new IllegalArgumentException(
          "an image of your own runs what is in it: it goes neither with a web application nor"
              + " with an image of Java, nor with another holdfast.jar");
    }
    war.ifPresent(
        file -> {
          if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("cannot read the web application " + file);
          }
        });
  }

  /** The same with an image of the user's own that serves HTTP on that port. */
  public ContainerOptions withImage(String name, int port) {
    return new ContainerOptions(Optional.of(name), port, war, warPath, javaImage, program);
  }

  /** The same with a web application at a context path. */
  public ContainerOptions withWar(Path file, String contextPath) {
    return new ContainerOptions(
        image, imagePort, Optional.of(file), contextPath, javaImage, program);
  }

  /** The same with nodes that run another {@code holdfast.jar}. */
  public ContainerOptions withProgram(Path jar) {
    return new ContainerOptions(image, imagePort, war, warPath, javaImage, Optional.of(jar));
  }

  /** Whether nodes run what we build. */
  boolean isOurs() {
    return image.isEmpty();
  }

  /** Whether nodes run on this machine's libraries. */
  boolean isOfThisSystem() {
    return isOurs() && javaImage.isEmpty();
  }

  private static void requireImage(String name) {
    if (!IMAGE.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" cannot be the name of an image");
    }
  }
}
