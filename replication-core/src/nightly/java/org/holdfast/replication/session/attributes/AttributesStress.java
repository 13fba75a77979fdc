// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Attributes that several requests read, write and commit at once. */
public final class AttributesStress {
  private AttributesStress() {}

  private static SessionAttributes attributes() {
    return new SessionAttributes(
        new StoppableCodec(),
        ChangeDetection.ON_GET,
        new ReplicationMetrics(),
        new AttributeTraffic("test", "a", "shop"),
        AttributePatches.NONE,
        Map.of(),
        (name, problem, replaced) -> {});
  }

  /** {@code AttributeCell.value}: a value decoded by one request is handed to another whole. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not decoded yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "whole")
  @State
  public static class Decoded {
    private final AttributeCell cell = new AttributeCell(new byte[0]);

    private static final class Plain {
      int number;
    }

    @Actor
    public void decode() {
      Plain value = new Plain();
      value.number = 1;
      cell.decoded(value, true, null);
    }

    @Actor
    public void read(I_Result result) {
      Object value = cell.handOut(true);
      result.r1 = value == null ? 0 : value instanceof Plain p && p.number == 1 ? 1 : -1;
    }
  }

  /** {@code SessionAttributes.cells}: what was put by one request is got by another whole. */
  @JCStressTest
  @Outcome(id = "0", expect = ACCEPTABLE, desc = "not there yet")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "whole")
  @State
  public static class Put {
    private final SessionAttributes attributes = attributes();

    @Actor
    public void put() {
      attributes.put("list", new ArrayList<>(List.of("x")));
    }

    @Actor
    public void get(I_Result result) {
      Object value = attributes.get("list");
      result.r1 = value == null ? 0 : value instanceof List<?> l && l.size() == 1 ? 1 : -1;
    }
  }

  /** {@code SentAttributes.byName} and {@code tickets}: two commits publish in either order. */
  @JCStressTest
  @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "each had its own sent, both stay")
  @State
  public static class TwoCommits {
    private final SessionAttributes attributes = attributes();
    private final RecordingSecondary secondary = new RecordingSecondary(Map.of());

    private boolean putAndCommit(String name) {
      attributes.put(name, "1");
      secondary.commit(attributes);
      return secondary.image().containsKey(name);
    }

    @Actor
    public void first(ZZZ_Result result) {
      result.r1 = putAndCommit("a");
    }

    @Actor
    public void second(ZZZ_Result result) {
      result.r2 = putAndCommit("b");
    }

    @Arbiter
    public void both(ZZZ_Result result) {
      result.r3 = secondary.image().keySet().equals(Map.of("a", 1, "b", 1).keySet());
    }
  }

  /** {@code AttributeCell.marks}: two requests change one value while the other encodes it. */
  @JCStressTest
  @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "each change was sent")
  @State
  public static class OneValueChangedTwice {
    private final SessionAttributes attributes = attributes();
    private final RecordingSecondary secondary = new RecordingSecondary(Map.of());

    public OneValueChangedTwice() {
      attributes.put("list", new ArrayList<>(List.of("x")));
      secondary.commit(attributes);
      attributes.forgetTouched();
    }

    @SuppressWarnings("unchecked")
    private boolean addAndCommit(String element) {
      List<String> list = (List<String>) attributes.get("list");
      synchronized (list) {
        list.add(element);
      }
      secondary.commit(attributes);
      return isSent(element);
    }

    private boolean isSent(String element) {
      return secondary.image().get("list").contains(element);
    }

    @Actor
    public void first(ZZZ_Result result) {
      result.r1 = addAndCommit("a");
    }

    @Actor
    public void second(ZZZ_Result result) {
      result.r2 = addAndCommit("b");
    }

    @Arbiter
    public void both(ZZZ_Result result) {
      result.r3 = isSent("a") && isSent("b");
    }
  }

  /**
   * {@code SentAttributes.Sent.underWay}: a removal is not undone by a commit that began before.
   */
  @JCStressTest
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "gone here and there")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "put after it was removed")
  @State
  public static class PutAgainstRemove {
    private final SessionAttributes attributes = attributes();
    private final RecordingSecondary secondary = new RecordingSecondary(Map.of());

    @Actor
    public void put() {
      attributes.put("a", "1");
      secondary.commit(attributes);
    }

    @Actor
    public void remove() {
      attributes.remove("a");
      secondary.commit(attributes);
    }

    @Arbiter
    public void same(ZZ_Result result) {
      result.r1 = attributes.containsKey("a");
      result.r2 = secondary.image().containsKey("a");
    }
  }
}
