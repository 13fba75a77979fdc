// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.holdfast.replication.delta.BlockDiff;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A secondary makes the whole of a patch and the bytes it holds, or asks for the whole. */
class PatchedDeltaTest {
  private static final String KEY = "shop0123456789ab";
  private static final Member PRIMARY = RecordingReplica.member(0);
  private static final Member SECONDARY = RecordingReplica.member(1);
  private static final byte[] BEFORE = filled(20_000, 1);
  private static final byte[] AFTER = changed(BEFORE, 9_000);

  private final RecordingReplica primary = new RecordingReplica(PRIMARY);
  private final RecordingReplica secondary = new RecordingReplica(SECONDARY);
  private Epoch epoch = Epoch.NONE;

  @BeforeEach
  void createWithALargeAttribute() {
    primary.join(List.of(PRIMARY, SECONDARY));
    secondary.join(List.of(PRIMARY, SECONDARY));
    SessionImage image =
        new SessionImage(new byte[] {1}, Map.of("large", BEFORE, "other", new byte[] {5}));
    epoch = primary.replica.create(KEY, image, -1, primary.now());
    deliver(Message.Full.class);
    secondary.take(Message.Ack.class).forEach(ack -> primary.receive(SECONDARY, ack));
  }

  private static byte[] filled(int bytes, int salt) {
    byte[] filled = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      filled[i] = (byte) (i * 31 + i / 7 + salt);
    }
    return filled;
  }

  private static byte[] changed(byte[] bytes, int at) {
    byte[] changed = bytes.clone();
    Arrays.fill(changed, at, at + 300, (byte) 0x55);
    return changed;
  }

  private static byte[] patch(byte[] base, byte[] result) {
    return BlockDiff.patch(base, result, 1_000).orElseThrow();
  }

  private <M extends Message> List<M> deliver(Class<M> type) {
    List<M> messages = primary.take(type);
    messages.forEach(message -> secondary.receive(PRIMARY, message));
    return messages;
  }

  /** As a frame brings it: of what is patched only the patch. */
  private void deliverPatch(Map<String, byte[]> changed, Map<String, byte[]> patches) {
    Label label = new Label(epoch, Label.FIRST_VERSION + 1);
    Changes step = new Changes(null, changed, Set.of(), patches);
    secondary.receive(PRIMARY, new Message.Delta(KEY, label, Label.FIRST_VERSION, -1, step));
  }

  private byte[] held(String name) {
    return secondary.replica.snapshot(KEY).copy().image().attribute(name);
  }

  private void assertRefused() {
    assertThat(secondary.held(KEY).version()).isEqualTo(Label.FIRST_VERSION);
    assertThat(held("large")).isEqualTo(BEFORE);
    assertThat(secondary.metrics.value(Counter.PATCHES_REFUSED)).isEqualTo(1);
    assertThat(secondary.take(Message.NackGap.class))
        .containsExactly(new Message.NackGap(KEY, epoch, new Label(epoch, Label.FIRST_VERSION)));
  }

  @Test
  void holdsTheWhole_afterAPatch() {
    deliverPatch(Map.of("n", new byte[] {7}), Map.of("large", patch(BEFORE, AFTER)));

    assertThat(held("large")).isEqualTo(AFTER);
    assertThat(held("n")).containsExactly(7);
    assertThat(held("other")).containsExactly(5);
    assertThat(secondary.take(Message.Ack.class)).hasSize(1);
  }

  @Test
  void asksForTheWhole_whenThePatchIsForOtherBytes() {
    deliverPatch(Map.of(), Map.of("large", patch(changed(BEFORE, 100), AFTER)));

    assertRefused();
  }

  @Test
  void asksForTheWhole_whenThePatchIsForAnAttributeThatItLacks() {
    deliverPatch(Map.of(), Map.of("absent", patch(BEFORE, AFTER)));

    assertRefused();
  }

  @Test
  void asksForTheWhole_whenThePatchIsNone() {
    deliverPatch(Map.of("n", new byte[1]), Map.of("large", new byte[] {1, 2, 3}));

    assertRefused();
  }

  @Test
  void asksForTheWhole_whenThePatchMakesMoreThanASessionMayHave() {
    byte[] zeros = new byte[4_000];
    deliverPatch(Map.of("zeros", zeros), Map.of());
    secondary.sent.clear();
    byte[] huge = new byte[(int) SimulatedCluster.CONFIG.maxSessionBytes() + 1];

    Label label = new Label(epoch, Label.FIRST_VERSION + 2);
    Changes step =
        new Changes(
            null,
            Map.of(),
            Set.of(),
            Map.of("zeros", BlockDiff.patch(zeros, huge, huge.length).orElseThrow()));
    secondary.receive(PRIMARY, new Message.Delta(KEY, label, Label.FIRST_VERSION + 1, -1, step));

    assertThat(held("zeros")).hasSize(4_000);
    assertThat(secondary.take(Message.NackGap.class)).hasSize(1);
  }

  @Test
  void isSentTheWholeSession_whenItRefusedAPatch() {
    byte[] wrong = patch(changed(BEFORE, 100), AFTER);
    Changes step = new Changes(null, Map.of("large", AFTER), Set.of(), Map.of("large", wrong));
    primary.replica.update(KEY, epoch, step, false, primary.now());
    deliver(Message.Delta.class);

    secondary.take(Message.NackGap.class).forEach(gap -> primary.receive(SECONDARY, gap));
    List<Message.Full> repairs = deliver(Message.Full.class);

    assertThat(repairs).hasSize(1);
    assertThat(held("large")).isEqualTo(AFTER);
    assertThat(secondary.held(KEY)).isEqualTo(new Label(epoch, Label.FIRST_VERSION + 1));
    assertThat(primary.replica.attribute(KEY, epoch, "large")).isEqualTo(AFTER);
    assertThat(primary.metrics.value(Counter.PATCHES_SENT)).isEqualTo(1);
  }

  @Test
  void tellsNothingOfAnAttribute_inAnEpochThatIsOver() {
    assertThat(primary.replica.attribute(KEY, epoch, "large")).isEqualTo(BEFORE);
    assertThat(primary.replica.attribute(KEY, epoch, "absent")).isNull();
    assertThat(primary.replica.attribute(KEY, Epoch.mint(9, PRIMARY), "large")).isNull();
  }
}
