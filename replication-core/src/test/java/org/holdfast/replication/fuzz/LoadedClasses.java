// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Tells whether bytes have had a class loaded: inputs name {@link Bait}, which no code does. The
 * JVM's own records tell, since a class that is only loaded runs nothing.
 */
final class LoadedClasses {
  private static final String BAIT = LoadedClasses.class.getPackageName() + ".Bait";
  private static final String EVENT = "jdk.ClassLoad";

  private LoadedClasses() {}

  /** As long as the other name, so that one can stand for the other in a stream. */
  private static final class Lure implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  interface Step {
    void run() throws Exception;
  }

  /** Returns whether {@code step} loads the class. */
  static boolean loadsBait(Step step) throws Exception {
    Path records = Files.createTempFile("classes", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withoutThreshold().withoutStackTrace();
      recording.start();
      try {
        step.run();
      } finally {
        recording.stop();
      }
      recording.dump(records);
      return RecordingFile.readAllEvents(records).stream().anyMatch(LoadedClasses::isOfBait);
    } finally {
      Files.delete(records);
    }
  }

  private static boolean isOfBait(RecordedEvent event) {
    return event.getEventType().getName().equals(EVENT)
        && event.getClass("loadedClass").getName().equals(BAIT);
  }

  /** The name in the forms of streams, alone and in an object. */
  static List<byte[]> bait() {
    byte[] name = BAIT.getBytes(StandardCharsets.US_ASCII);
    byte[] counted = new byte[name.length + 2];
    counted[1] = (byte) name.length;
    System.arraycopy(name, 0, counted, 2, name.length);
    return List.of(name, counted, object());
  }

  private static byte[] object() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(new Lure());
      String stream = bytes.toString(StandardCharsets.ISO_8859_1);
      int start = stream.indexOf(Lure.class.getName());
      byte[] object = bytes.toByteArray();
      // The name of a nested class is longer: the length before it says so.
      byte[] name = BAIT.getBytes(StandardCharsets.US_ASCII);
      byte[] baited = new byte[object.length - Lure.class.getName().length() + name.length];
      System.arraycopy(object, 0, baited, 0, start);
      baited[start - 1] = (byte) name.length;
      System.arraycopy(name, 0, baited, start, name.length);
      int rest = start + Lure.class.getName().length();
      System.arraycopy(object, rest, baited, start + name.length, object.length - rest);
      return baited;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
