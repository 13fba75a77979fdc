// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.holdfast.replication.fuzz.Corpus;
import org.holdfast.replication.fuzz.FuzzTarget;
import org.holdfast.replication.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** JGroups reads each frame that passes to its end, without an error and with little memory. */
class FrameGrammarFuzzTest {
  /** JGroups' own objects of a large view need some 10 KB; an address takes two bytes. */
  private static final Fuzzer.Allowance ALLOWED = new Fuzzer.Allowance(100_000, 300);

  private int taken;
  private int passed;

  @Test
  void leavesNothingToJGroups_thatItFailsOn() throws Exception {
    Fuzzer.of(FuzzTarget.MEMBERSHIP).feed(ALLOWED, this::take);

    assertThat(passed).as("frames that passed, of %s", taken).isGreaterThan(taken / 200);
  }

  private String take(byte[] frame) throws Exception {
    taken++;
    try {
      FrameGrammar.check(frame, anybody -> true, anywhere -> true);
    } catch (FrameGrammar.UnknownFrameException refused) {
      assertThat(refused.getMessage()).matches("[\\p{Alnum} -]{5,100}");
      return Fuzzer.refusedAt(refused);
    }
    passed++;
    FrameGrammarTest.read(frame);
    return "read, " + frame[2] + frame[4];
  }

  @Test
  void keepsEachKindOfFrame() throws Exception {
    Map<String, byte[]> frames = new TreeMap<>(FrameGrammarTest.known());
    List<byte[]> dangerous = FrameGrammarTest.dangerous();
    for (int i = 0; i < dangerous.size(); i++) {
      frames.put("dangerous " + i, dangerous.get(i));
    }
    Corpus.requireNamesOf(FuzzTarget.MEMBERSHIP, frames);
    Corpus.of(FuzzTarget.MEMBERSHIP).entrySet().stream()
        .filter(kept -> FrameGrammarTest.known().containsKey(kept.getKey().replace('-', ' ')))
        .forEach(kept -> assertThat(isRead(kept.getValue())).as(kept.getKey()).isTrue());
  }

  private boolean isRead(byte[] frame) {
    try {
      return take(frame).startsWith("read");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
