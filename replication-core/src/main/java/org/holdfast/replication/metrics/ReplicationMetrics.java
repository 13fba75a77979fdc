// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one member, since its start. Thread-safe; an increment costs a few nanoseconds.
 */
public final class ReplicationMetrics {

  /** The events that are counted. */
  public enum Counter {
    /** Sessions created here. */
    CREATED,
    /** Whole sessions sent. */
    FULLS_SENT,
    /** Deltas sent. */
    DELTAS_SENT,
    /** Attributes of which a delta sent only the parts that differ. */
    PATCHES_SENT,
    /** Deltas that a secondary refused because a patch in them did not fit its bytes. */
    PATCHES_REFUSED,
    /** Updates that a secondary refused because it lacked the base; each is followed by a full. */
    GAPS,
    /** Sessions obtained from their living primary. */
    HAND_OVERS,
    /** Sessions taken over without their primary. */
    TAKEOVERS,
    /** Sessions of a dead primary taken charge of without a request. */
    ADOPTIONS,
    /** Epochs that this node served and that ended because it learned of a higher one. */
    FENCED,
    /** Acquires that ended in "no such session". */
    UNKNOWN,
    /**
     * Acquires among {@link #UNKNOWN} that came within the time of tombstones after {@link
     * #PRESUMED_DEAD}: at most so many sessions were lost with those members. Made-up and long
     * ended ids may be among them.
     */
    PRESUMED_LOST,
    /** Members that vanished, more at once than may fail, and were given up after a while. */
    PRESUMED_DEAD,
    /**
     * Ids in the form of this cluster's whose check fails: made up, or of a node with another
     * {@code sessionIdSecret} that is not this node's {@code acceptedSessionIdSecret}. Answered as
     * unknown, and not counted as such.
     */
    UNVERIFIED_IDS,
    /**
     * Acquires that found a session by an id which only {@code acceptedSessionIdSecret} lets pass.
     * Once no node counts any for as long as the longest session time-out, that setting can go.
     */
    ACCEPTED_IDS,
    /** Acquires that ended without an answer in time. */
    UNAVAILABLE,
    /**
     * Requests that gave up soon after the silence timeout, since as many as may wait for their
     * sessions did already.
     */
    CROWDED_OUT,
    /** Responses that left without protection. */
    DEGRADED_RESPONSES,
    /** Responses that waited although they need not, since acknowledgements lagged too far. */
    ASYNC_WAITS,
    /** Times that a response waited for acknowledgements. */
    ACK_WAITS,
    /** The time of these waits together, in microseconds. */
    ACK_WAIT_MICROS,
    /** Versions made here, never protected, that lost against a higher epoch. */
    DISCARDED_VERSIONS,
    /** Copies dropped because their lease ended without their primary saying so. */
    LEASES_ENDED,
    /** Copies dropped because this member had been away for longer than tombstones last. */
    OUTDATED_COPIES,
    /** Ended or fenced sessions forgotten before their time, since there were too many of them. */
    FORGOTTEN_EARLY,
    /** Times that a peer's acknowledgements were late for so long that others are preferred. */
    SLOW_PEERS,
    /**
     * Copies, and updates that let a copy grow, that were refused here since this member holds as
     * many bytes for others as it may.
     */
    COPIES_REFUSED,
    /** Attributes that could not be decoded here, and read as absent. */
    UNREADABLE_ATTRIBUTES,
    /**
     * Sessions ended here since an attribute could not be decoded and the policy is to end them.
     */
    UNREADABLE_SESSIONS,
    /** Encoded attributes that were read back here and compared with the value. */
    TRIPS_VERIFIED,
    /**
     * Groups of attributes that share objects, but cannot be encoded together, for instance since
     * they are too large for one attribute. Elsewhere each has objects of its own.
     */
    SHARED_OBJECTS_SPLIT,
    /** Classes whose first value did not survive the fast way, sent another way since. */
    CLASSES_SENT_THROUGH_JDK,
    /** Attributes that could not be replicated faithfully, and were refused. */
    ATTRIBUTES_REFUSED,
    /**
     * Attributes that a commit could not send, counted at each such commit: the secondaries keep
     * the value that they have, and the response is degraded.
     */
    ATTRIBUTES_HELD_BACK
  }

  private final EnumMap<Counter, LongAdder> counters = new EnumMap<>(Counter.class);

  public ReplicationMetrics() {
    for (Counter counter : Counter.values()) {
      counters.put(counter, new LongAdder());
    }
  }

  public void count(Counter counter) {
    add(counter, 1);
  }

  public void add(Counter counter, long amount) {
    adder(counter).add(amount);
  }

  public long value(Counter counter) {
    return adder(counter).sum();
  }

  /** Returns all counters by their name in lower camel case, in the order of declaration. */
  public Map<String, Long> snapshot() {
    Map<String, Long> values = new LinkedHashMap<>();
    counters.forEach((counter, adder) -> values.put(name(counter), adder.sum()));
    return values;
  }

  private LongAdder adder(Counter counter) {
    LongAdder adder = counters.get(counter);
    if (adder == null) {
      throw new IllegalStateException("no adder for " + counter);
    }
    return adder;
  }

  private static String name(Counter counter) {
    String[] words = counter.name().toLowerCase(Locale.ROOT).split("_", -1);
    StringBuilder name = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
    }
    return name.toString();
  }
}
