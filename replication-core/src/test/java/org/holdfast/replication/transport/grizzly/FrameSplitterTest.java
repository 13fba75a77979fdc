// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.transport.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameSplitterTest {
  private static final int BOUND = 100_000;
  private static final int END = -5;

  private final List<byte[]> frames = new ArrayList<>();
  private final FrameSplitter splitter = new FrameSplitter(BOUND, END);

  @Test
  void yieldsTheSameFrames_whereverAReadEnds() {
    List<byte[]> sent =
        List.of(
            filled(1, 1), filled(300, 2), new byte[0], filled(5, 3), filled(40, 4), new byte[0]);
    byte[] stream = stream(sent);
    for (int first = 0; first <= stream.length; first++) {
      for (int second = first; second <= stream.length; second++) {
        frames.clear();
        split(stream, 0, first);
        split(stream, first, second);
        split(stream, second, stream.length);
        assertThat(frames)
            .as("reads end at %d and %d", first, second)
            .containsExactlyElementsOf(sent);
      }
    }
  }

  @Test
  void yieldsTheSameFrames_whenReadsHaveRandomSizes() {
    long seed = Seeds.one();
    Random random = new Random(seed);
    List<byte[]> sent = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      sent.add(filled(1 + random.nextInt(random.nextBoolean() ? 50 : BOUND), i));
    }
    byte[] stream = stream(sent);
    for (int from = 0; from < stream.length; ) {
      int to = Math.min(stream.length, from + 1 + random.nextInt(70_000));
      split(stream, from, to);
      from = to;
    }
    assertThat(frames).as("-Dseed=%d", seed).containsExactlyElementsOf(sent);
  }

  @Test
  void leavesTheRest_whenTheFramesAreEnded() {
    ByteBuffer bytes = ByteBuffer.allocate(20).putInt(1).put((byte) 7).putInt(END).putInt(1 << 30);
    splitter.split(bytes.flip(), frames::add);

    assertThat(frames).containsExactly(new byte[] {7});
    assertThat(splitter.isEnded()).isTrue();
    assertThat(bytes.remaining()).isEqualTo(4);
  }

  @Test
  void yieldsTheFrame_whenItComesByteByByte() {
    byte[] sent = filled(20_000, 7);
    byte[] stream = stream(List.of(sent));
    for (int i = 0; i < stream.length; i++) {
      assertThat(frames).isEmpty();
      split(stream, i, i + 1);
    }
    assertThat(frames).containsExactly(sent);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, BOUND + 1, Integer.MAX_VALUE, 0x47455420})
  void refusesTheLength_whenItIsOutOfBounds(int length) {
    byte[] stream = ByteBuffer.allocate(8).putInt(length).array();
    assertThatThrownBy(() -> split(stream, 0, stream.length))
        .isInstanceOf(MalformedFrameException.class)
        .hasMessage(
            String.format("frame length must be between 0 and 100,000 bytes, was %,d", length));
    assertThat(frames).isEmpty();
  }

  @Test
  void acceptsTheLongestFrame_whenItMeetsTheBound() {
    byte[] stream = stream(List.of(filled(BOUND, 9)));
    split(stream, 0, stream.length);
    assertThat(frames).hasSize(1);
  }

  @Test
  void takesNoRoom_whenALengthIsOnlyClaimed() {
    byte[] claim = ByteBuffer.allocate(5).putInt(1 << 30).array();
    List<FrameSplitter> splitters = new ArrayList<>();
    // 1,000 claims of 1 GiB; an allocation up front would be an OutOfMemoryError.
    for (int i = 0; i < 1_000; i++) {
      FrameSplitter hostile = new FrameSplitter(1 << 30, END);
      hostile.split(ByteBuffer.wrap(claim), frames::add);
      splitters.add(hostile);
    }
    assertThat(splitters).hasSize(1_000);
    assertThat(frames).isEmpty();
  }

  @Test
  void usesTheNewBound_whenItIsRaisedBetweenFrames() {
    FrameSplitter narrow = new FrameSplitter(10, END);
    byte[] stream = stream(List.of(filled(10, 1), filled(11, 2)));
    narrow.split(
        ByteBuffer.wrap(stream),
        frame -> {
          frames.add(frame);
          narrow.allowFramesUpTo(11);
        });
    assertThat(frames).hasSize(2);
  }

  private void split(byte[] stream, int from, int to) {
    splitter.split(ByteBuffer.wrap(stream, from, to - from), frames::add);
  }

  private static byte[] filled(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] stream(List<byte[]> frames) {
    ByteBuffer stream = ByteBuffer.allocate(frames.stream().mapToInt(f -> f.length + 4).sum());
    frames.forEach(frame -> stream.putInt(frame.length).put(frame));
    return stream.array();
  }
}
