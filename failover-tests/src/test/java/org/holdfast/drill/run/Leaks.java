// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A Java agent that never gives anything back: each second it keeps a megabyte of heap, half a
 * megabyte of direct memory, a thread and two open files.
 */
public final class Leaks {
  private static final int MIB = 1 << 20;
  private static final List<Object> KEPT = new ArrayList<>();

  private Leaks() {}

  /** Starts with the JVM. */
  public static void premain(String arguments) {
    Thread thread = new Thread(Leaks::leak, "leaks");
    thread.setDaemon(true);
    thread.start();
  }

  private static void leak() {
    File file = Path.of(System.getProperty("java.home"), "release").toFile();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        KEPT.add(new byte[MIB]);
        KEPT.add(ByteBuffer.allocateDirect(MIB / 2));
        KEPT.add(new FileInputStream(file));
        InputStream second = new FileInputStream(file);
        KEPT.add(second);
        Thread waits = new Thread(Leaks::waitForEver, "leaked");
        waits.setDaemon(true);
        waits.start();
        Thread.sleep(1_000);
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt(); // the drill will miss what grows
    }
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A jar that names this class, for {@code -javaagent}: the nodes have it on their class path. */
  static Path jar(Path directory) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", Leaks.class.getName());
    Path jar = directory.resolve("leaks.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream unused = new JarOutputStream(out, manifest)) {
      return jar;
    }
  }
}
