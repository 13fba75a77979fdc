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

package org.holdfast.replication.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.AttributeCodec;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session as its secondaries were sent them, and the order of the captures that
 * step them on. Thread-safe; nothing is encoded and nothing waits under its monitor.
 */
final class SentAttributes {
  /*
   * Captures are encoded without a lock, so several may be under way, and they end in any order.
   *
   * S1  Captures are taken one at a time, under this monitor, and numbered: a higher ticket saw each cell later.
   * S2  Publications (changes() to sent()) come one at a time, under the lock that makes versions; a capture may be taken
   *     meanwhile.
   * S3  Per name, only a capture with a higher ticket than the last published one is published. What is skipped is not lost:
   *     the published envelope was encoded from a later look at the same name, and encoding it began after the skipped
   *     capture had been taken. All that a request had done before its commit, mutations included, is therefore in that
   *     envelope. The request waits for the newest version, made under the same lock, which contains it. A cell that was
   *     replaced meanwhile needs no rule of its own: the new one is pending until a later capture takes it.
   * S4  The ticket of a removal is remembered while a capture with this name is under way, else that one could bring the
   *     attribute back. For the same reason a capture takes note of a removal also if the attribute was never sent but is
   *     in a capture that is under way.
   * S5  What was removed is found by comparison, what was changed is marked in its cell until it was sent: nothing needs to
   *     be undone when a capture fails or its changes are refused.
   */
  private static final class Sent {
    /** Null if the secondaries do not have the attribute. */
    private byte @Nullable [] envelope;

    /** Of the capture that was published last for this name. */
    private long ticket;

    /** Captures under way that have this name. */
    private int underWay;
  }

  private final AttributeCodec codec;

  @GuardedBy("this")
  private final Map<String, Sent> byName = new HashMap<>();

  @GuardedBy("this")
  private long tickets;

  /**
   * @param envelopes what the session arrived with
   */
  SentAttributes(AttributeCodec codec, Map<String, byte[]> envelopes) {
    this.codec = codec;
    envelopes.forEach(
        (name, envelope) -> {
          Sent sent = new Sent();
          sent.envelope = envelope;
          byName.put(name, sent);
        });
  }

  /**
   * Takes note of what may differ. Costs a look at each attribute.
   *
   * @param always whether every mutable value is taken
   */
  synchronized AttributeCapture capture(Map<String, AttributeCell> cells, boolean always) {
    List<AttributeCapture.Item> items = new ArrayList<>();
    for (String name : cells.keySet()) {
      byName.computeIfAbsent(name, absent -> new Sent());
    }
    // One look at each name decides whether it is there; a second one might see something else.
    for (Iterator<Map.Entry<String, Sent>> each = byName.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Sent> entry = each.next();
      String name = entry.getKey();
      Sent sent = entry.getValue();
      AttributeCell cell = cells.get(name);
      AttributeCell.Snapshot snapshot = cell == null ? null : cell.snapshot(always);
      if (cell == null && sent.envelope == null && sent.underWay == 0) {
        each.remove();
      } else if (cell == null || snapshot != null) {
        items.add(new AttributeCapture.Item(name, snapshot));
        sent.underWay++;
      }
    }
    return new AttributeCapture(this, codec, ++tickets, items);
  }

  /** Returns what no later capture has overtaken. */
  synchronized List<AttributeCapture.Item> newestOf(AttributeCapture capture) {
    List<AttributeCapture.Item> newest = new ArrayList<>();
    for (AttributeCapture.Item item : capture.items()) {
      if (sent(item.name).ticket < capture.ticket) {
        newest.add(item);
      }
    }
    return newest;
  }

  /** Tells whether the secondaries have something else, or nothing, under the item's name. */
  synchronized boolean differs(AttributeCapture.Item item) {
    return !Arrays.equals(item.envelope, sent(item.name).envelope);
  }

  synchronized void sent(AttributeCapture capture, List<AttributeCapture.Item> newest) {
    for (AttributeCapture.Item item : newest) {
      Sent sent = sent(item.name);
      sent.envelope = item.envelope;
      sent.ticket = capture.ticket;
      if (item.snapshot != null) {
        item.snapshot.cell().sent(item.snapshot.marks());
      }
    }
  }

  /** The capture is under way no more. */
  synchronized void settle(AttributeCapture capture) {
    for (AttributeCapture.Item item : capture.items()) {
      Sent sent = sent(item.name);
      sent.underWay--;
      if (sent.underWay == 0 && sent.envelope == null) {
        byName.remove(item.name);
      }
    }
  }

  @GuardedBy("this")
  private Sent sent(String name) {
    Sent sent = byName.get(name);
    if (sent == null) {
      throw new IllegalStateException("an attribute is not known to the capture it is part of");
    }
    return sent;
  }
}
