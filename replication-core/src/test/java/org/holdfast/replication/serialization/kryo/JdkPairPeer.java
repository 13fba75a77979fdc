// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Objects;
import java.util.TimeZone;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.UnserializableAttributeException;

/**
 * One side of {@link JdkPairIT}, started with either JDK: {@code write DIRECTORY} encodes the whole
 * table with each codec and sees that what must be refused is, {@code read DIRECTORY} decodes and
 * compares. Ends with 0 if nothing was wrong.
 */
final class JdkPairPeer {
  private final Path directory;
  private int wrong;
  private int done;

  private JdkPairPeer(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException {
    JdkPairPeer peer = new JdkPairPeer(Path.of(arguments[1]));
    for (AttributeCodecContract contract :
        List.of(new KryoRoundTripTest(), new JdkRoundTripTest())) {
      if (arguments[0].equals("write")) {
        peer.write(contract);
      } else {
        peer.read(contract);
      }
    }
    System.out.printf(
        "%s %d rows on Java %s, %d wrong%n",
        arguments[0], peer.done, Runtime.version(), peer.wrong);
    System.exit(peer.wrong == 0 ? 0 : 1);
  }

  private void write(AttributeCodecContract contract) throws IOException {
    List<Samples.Sample> table =
        Samples.all(); // anew, as a look at some values changes them (Random)
    try (AttributeCodec codec = contract.codec(Verification.FIRST_SIGHT)) {
      for (int row = 0; row < table.size(); row++) {
        Samples.Sample sample = table.get(row);
        done++;
        if (isRefused(contract, sample)) {
          mustRefuse(codec, sample);
        } else {
          Files.write(file(contract, row), codec.encode("a", sample.value()));
        }
      }
    }
  }

  private void mustRefuse(AttributeCodec codec, Samples.Sample sample) {
    try {
      codec.check("a", sample.value());
      wrong(sample, "not refused");
    } catch (UnserializableAttributeException expected) {
      // As on the other JDK.
    }
  }

  private void read(AttributeCodecContract contract) throws IOException {
    List<Samples.Sample> table = Samples.all();
    try (AttributeCodec codec = contract.codec(Verification.FIRST_SIGHT)) {
      for (int row = 0; row < table.size(); row++) {
        Samples.Sample sample = table.get(row);
        if (!isRefused(contract, sample)) {
          done++;
          read(codec, sample, Files.readAllBytes(file(contract, row)));
        }
      }
    }
  }

  private void read(AttributeCodec codec, Samples.Sample sample, byte[] envelope) {
    Object expected = seen(sample, sample.value());
    try {
      Object copy = codec.decode("a", envelope);
      Object actual = seen(sample, copy);
      if (copy.getClass() != sample.type() || !Objects.equals(expected, actual)) {
        wrong(sample, actual + " instead of " + expected);
      }
    } catch (RuntimeException e) {
      wrong(sample, e.toString());
    }
  }

  private void wrong(Samples.Sample sample, String what) {
    wrong++;
    System.out.println(sample.title() + ": " + what);
  }

  private static boolean isRefused(AttributeCodecContract contract, Samples.Sample sample) {
    return sample.refused() || contract.refusedBesides().contains(sample.title());
  }

  /**
   * JDK serialization, through which Kryo's codec sends calendars too, carries the rules of a time
   * zone as the writer's JDK knows them, and those differ between JDKs: here the zone is its name.
   */
  private static Object seen(Samples.Sample sample, Object value) {
    if (value instanceof TimeZone zone) {
      return zone.getID();
    }
    if (value instanceof GregorianCalendar calendar) {
      return List.of(
          calendar.getTimeInMillis(),
          calendar.getTimeZone().getID(),
          calendar.getFirstDayOfWeek(),
          calendar.getMinimalDaysInFirstWeek(),
          calendar.isLenient(),
          calendar.getGregorianChange());
    }
    return sample.view().apply(value);
  }

  private Path file(AttributeCodecContract contract, int row) {
    return directory.resolve(contract.getClass().getSimpleName() + "-" + row + ".envelope");
  }
}
