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
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
   * S6  Of what was sent only the fingerprint is kept here; the bytes are in the replica's copy, from which they are sent
   *     whole. A value that arrived counts as unchanged also if it encodes to what it encoded to on its arrival, but only
   *     until other bytes were sent under its name: `arrived` says that the secondaries still have those that came.
   * S7  A patch is found without a lock, against the bytes that the replica's copy has by then. It is sent only if no other
   *     bytes were published under the name from before it was looked for: `steps` counts these. If the replica has them
   *     already, but sent() has yet to tell, the steps will differ: the whole is sent, which is never wrong.
   */
  private static final class Sent {
    /** Null if the secondaries do not have the attribute. */
    private @Nullable Fingerprint fingerprint;

    /** Whether the secondaries have the bytes that the session came with. */
    private boolean arrived;

    /** Of the capture that was published last for this name. */
    private long ticket;

    /** Captures under way that have this name. */
    private int underWay;

    /** How often other bytes than before were published. */
    private long steps;

    /** How many changes more go by before a patch is looked for again. */
    private int patchPause;

    /** How long the next pause will be. */
    private int nextPause;
  }

  /** Longest pause: where nothing stays the same, comparing 200 KB for nothing takes 2 ms. */
  private static final int LONGEST_PAUSE = 64;

  private final AttributeCodec codec;
  private final AttributePatches patches;

  @GuardedBy("this")
  private final Map<String, Sent> byName = new HashMap<>();

  @GuardedBy("this")
  private long tickets;

  /**
   * @param envelopes what the session arrived with
   */
  SentAttributes(AttributeCodec codec, AttributePatches patches, Map<String, byte[]> envelopes) {
    this.codec = codec;
    this.patches = patches;
    envelopes.forEach(
        (name, envelope) -> {
          Sent sent = new Sent();
          sent.fingerprint = Fingerprint.of(envelope);
          sent.arrived = true;
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
      if (cell == null && sent.fingerprint == null && sent.underWay == 0) {
        each.remove();
      } else if (cell == null || snapshot != null) {
        items.add(new AttributeCapture.Item(name, snapshot));
        sent.underWay++;
      }
    }
    return new AttributeCapture(this, codec, patches, ++tickets, items);
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
    Sent sent = sent(item.name);
    Fingerprint now = item.fingerprint;
    boolean asItCame =
        sent.arrived
            && now != null
            && item.snapshot != null
            && now.equals(item.snapshot.asArrived());
    return !asItCame && !Objects.equals(now, sent.fingerprint);
  }

  /** Whether to look for a patch; takes note of what it would be against. */
  synchronized boolean mayPatch(AttributeCapture.Item item) {
    Sent sent = sent(item.name);
    if (sent.fingerprint == null || !differs(item)) {
      return false;
    }
    if (sent.patchPause > 0) {
      sent.patchPause--;
      return false;
    }
    item.base = sent.steps;
    return true;
  }

  /** A patch was looked for: where there are none, that is done more and more seldom. */
  synchronized void tried(AttributeCapture.Item item) {
    Sent sent = sent(item.name);
    if (item.patch != null) {
      sent.nextPause = 0;
    } else {
      sent.nextPause = Math.min(LONGEST_PAUSE, Math.max(1, 2 * sent.nextPause));
      sent.patchPause = sent.nextPause;
    }
  }

  /** Whether the secondaries have the bytes still that the item's patch is against. */
  synchronized boolean isStillAt(AttributeCapture.Item item) {
    return sent(item.name).steps == item.base;
  }

  synchronized void sent(AttributeCapture capture, List<AttributeCapture.Item> newest) {
    for (AttributeCapture.Item item : newest) {
      Sent sent = sent(item.name);
      sent.ticket = capture.ticket;
      if (item.differs) {
        sent.fingerprint = item.fingerprint;
        sent.arrived = false;
        sent.steps++;
      }
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
      if (sent.underWay == 0 && sent.fingerprint == null) {
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
