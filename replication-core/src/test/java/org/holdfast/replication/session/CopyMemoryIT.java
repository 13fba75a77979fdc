// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.management.ObjectName;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;
import org.holdfast.replication.wire.MessageCodec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The memory of a secondary for a copy besides its bytes: the difference that 100,000 copies make
 * to the heap, less what settings and attributes add to the frames that brought them. The key, the
 * labels and the lease count as paid besides.
 */
class CopyMemoryIT {
  private static final int COPIES = 100_000;
  private static final int LARGE_COPIES = 1_000;
  private static final int ATTRIBUTES = 10;
  private static final int ATTRIBUTE_BYTES = 400;
  private static final long MOST_BYTES_BESIDES = 200;

  private final Random random = new Random(1);

  @Test
  void takesAtMost200BytesBesidesWhatItHolds_whenTheSessionHasTenAttributes() throws Exception {
    assertThat(bytesBesides(COPIES, ATTRIBUTES, 0)).isLessThanOrEqualTo(MOST_BYTES_BESIDES);
  }

  @Tag("nightly")
  @Test
  void takesAtMost200BytesBesidesWhatItHolds_whenADeltaHasChangedIt() throws Exception {
    assertThat(bytesBesides(COPIES, ATTRIBUTES, 1)).isLessThanOrEqualTo(MOST_BYTES_BESIDES);
  }

  /** The envelopes alone make 160,000 bytes. */
  @Tag("nightly")
  @Test
  void takesAHundredthOfItsBytesMore_whenDeltasHaveChangedALargeOne() throws Exception {
    int attributes = 400;
    long hundredth = (long) attributes * ATTRIBUTE_BYTES / 100;

    assertThat(bytesBesides(LARGE_COPIES, attributes, 50))
        .isLessThanOrEqualTo(MOST_BYTES_BESIDES + hundredth);
  }

  private long bytesBesides(int copies, int attributes, int deltas) throws Exception {
    // Objects that are loaded once for all, the report included, belong to no copy.
    fill(new ReplicasInMemory(), copies / 100, attributes, deltas);
    histogram();
    ReplicasInMemory nodes = new ReplicasInMemory();
    long before = usedBytes();
    long content = fill(nodes, copies, attributes, deltas);
    long besides = (usedBytes() - before - content) / copies;
    System.out.printf(
        Locale.ROOT,
        "a copy with %d attributes after %d deltas, %d bytes: %d bytes of heap besides%n",
        attributes,
        deltas,
        content / copies,
        besides);
    histogram().lines().limit(12).forEach(System.out::println);
    assertThat(nodes.replicas.get(1).knownSessions()).isEqualTo(copies);
    return besides;
  }

  /** Has node 1 take copies, and lets a few seconds pass; returns the bytes of the sessions. */
  private long fill(ReplicasInMemory nodes, int copies, int attributes, int deltas) {
    long content = 0;
    for (int i = 0; i < copies; i++) {
      content += hold(nodes, key(i), attributes, deltas);
    }
    for (int tick = 1; tick <= 400; tick++) {
      nodes.replicas.get(1).tick(ReplicasInMemory.NOW_NANOS + tick * 10_000_000L);
      nodes.frames.clear();
    }
    return content;
  }

  /** Has node 1 take a copy; returns what the session added to the frame that brought it. */
  private long hold(ReplicasInMemory nodes, String key, int attributes, int deltas) {
    Map<String, byte[]> envelopes = new HashMap<>();
    for (int i = 0; i < attributes; i++) {
      byte[] envelope = new byte[ATTRIBUTE_BYTES];
      random.nextBytes(envelope);
      envelopes.put("attribute" + i, envelope);
    }
    Epoch epoch = new Epoch(1, nodes.members.get(0).name(), nodes.members.get(0).incarnation());
    byte[] frame = full(key, epoch, new SessionImage(new byte[60], envelopes));
    byte[] withoutContent = full(key, epoch, new SessionImage(new byte[0], Map.of()));
    nodes.deliver(new ReplicasInMemory.Frame(0, 1, frame));
    for (int i = 0; i < deltas; i++) {
      byte[] changed = new byte[ATTRIBUTE_BYTES];
      random.nextBytes(changed);
      Changes step =
          new Changes(null, Map.of("attribute" + random.nextInt(attributes), changed), Set.of());
      Message delta =
          new Message.Delta(key, new Label(epoch, 2 + i), 1 + i, 3_600_000_000_000L, step);
      nodes.deliver(new ReplicasInMemory.Frame(0, 1, MessageCodec.encode(delta)));
    }
    nodes.frames.clear();
    return (long) frame.length - withoutContent.length;
  }

  private static byte[] full(String key, Epoch epoch, SessionImage image) {
    return MessageCodec.encode(
        new Message.Full(key, Label.NONE, new Label(epoch, 1), 3_600_000_000_000L, image));
  }

  /** As session keys are: 16 characters. */
  private static String key(int number) {
    return String.format(Locale.ROOT, "shop%012d", number);
  }

  /**
   * The live bytes of the heap, by the virtual machine's own count of objects: the free memory
   * would contain what the collector leaves empty, with G1 some 1 % of everything.
   */
  private static long usedBytes() throws Exception {
    String total =
        histogram().lines().filter(line -> line.startsWith("Total")).findFirst().orElseThrow();
    String[] columns = total.trim().split("\\s+", -1);
    return Long.parseLong(columns[2]);
  }

  /** Instances and bytes of the classes that take most. */
  private static String histogram() throws Exception {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
  }
}
