// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.Fingerprint;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * The live attributes of a session on its primary. Values that came as bytes are decoded when they
 * are first asked for. Values that were put, removed or handed out since they were last sent are
 * remembered, so that a {@link #capture} encodes only these.
 *
 * <p>An attribute that cannot be decoded here reads as absent, is counted, and keeps its bytes.
 * They stay with the secondaries until the application puts or removes something under that name.
 * So a node with another version of the application can still read them. Its name is among the
 * names until a caller asks for it: only then is it known.
 */
public final class SessionAttributes extends AbstractMap<String, Object>
    implements ConcurrentMap<String, Object> {
  /*
   * Threads: any thread reads, writes and captures; forgetTouched() must not overlap with the start of a request.
   * Locks: those of SentAttributes, then of a cell, each for field accesses only. Code of the application (check,
   * encode, decode, equals) runs without a lock: it may wait for a lock whose owner is calling a method of this class.
   */
  /**
   * A listener that receives each attribute that cannot be decoded here, on the thread that asked,
   * without locks.
   */
  @FunctionalInterface
  public interface UnreadableListener {
    /**
     * @param replaced whether the application has put something else there, or removed it: the
     *     application does not need it
     */
    void found(String name, CorruptAttributeException problem, boolean replaced);
  }

  private final AttributeCodec codec;
  private final ChangeDetection detection;
  private final ReplicationMetrics metrics;
  private final AttributeTraffic traffic;
  private final UnreadableListener unreadable;
  private final ConcurrentMap<String, AttributeCell> cells = new ConcurrentHashMap<>();
  private final SentAttributes sent;
  private final ArrivedUnits units;
  private final Arrivals arrivals = new Arrivals();

  /**
   * @param envelopes the envelopes that the session arrived with
   * @param unreadable a listener, which may end the session
   */
  public SessionAttributes(
      AttributeCodec codec,
      ChangeDetection detection,
      ReplicationMetrics metrics,
      AttributeTraffic traffic,
      AttributePatches patches,
      Map<String, byte[]> envelopes,
      UnreadableListener unreadable) {
    this.codec = codec;
    this.detection = detection;
    this.metrics = metrics;
    this.traffic = traffic;
    this.unreadable = unreadable;
    this.sent = new SentAttributes(codec, patches, metrics, cells, envelopes);
    this.units = new ArrivedUnits(codec, envelopes, cells, sent);
    envelopes.forEach(
        (name, envelope) -> {
          if (!UnitEnvelope.isUnitName(name)) {
            cells.put(name, new AttributeCell(envelope));
          }
        });
  }

  /** Takes the values that may differ from those that the secondaries have; close the capture. */
  public AttributeCapture capture() {
    return sent.capture(detection == ChangeDetection.ALL);
  }

  /**
   * Records that no request is left that could still change a value that it was given. Changes that
   * were not sent stay pending.
   */
  public void forgetTouched() {
    cells.values().forEach(AttributeCell::forgetTouched);
  }

  /**
   * Returns the value, and counts it as asked for by the application, unlike all other looks at a
   * value.
   */
  @Override
  public @Nullable Object get(Object name) {
    AttributeCell cell = cells.get(name);
    if (cell == null) {
      return null;
    }
    traffic.read((String) name);
    return read((String) name, cell);
  }

  private @Nullable Object value(Object name) {
    AttributeCell cell = cells.get(name);
    return cell == null ? null : read((String) name, cell);
  }

  private @Nullable Object read(String name, AttributeCell cell) {
    Object constant = cell.constant();
    if (constant != null) {
      return constant;
    }
    byte[] envelope = cell.undecoded();
    if (envelope == null) {
      arrivals.awaitTold(cell);
    } else {
      AtomicReference<@Nullable CorruptAttributeException> problem = new AtomicReference<>();
      arrivals.arrive(cell, () -> decode(name, cell, envelope, problem));
      CorruptAttributeException found = problem.get();
      if (found != null) {
        // Not while others wait for this arrival: it may run the listeners of the session's end.
        unreadable.found(name, found, cells.get(name) != cell);
      }
    }
    // With ON_SET a value that is merely read does not count as touched.
    return cell.handOut(detection != ChangeDetection.ON_SET);
  }

  /** Decodes the value of a cell, and returns it if it is news, else null. */
  private @Nullable Object decode(
      String name,
      AttributeCell cell,
      byte[] envelope,
      AtomicReference<@Nullable CorruptAttributeException> problem) {
    try {
      String unit = UnitEnvelope.unitOf(envelope);
      if (unit != null) {
        Object shared = units.value(unit, name);
        return cell.decoded(shared, !codec.isImmutable(shared), null) ? shared : null;
      }
      Object value = codec.decode(name, envelope);
      boolean mutable = !codec.isImmutable(value);
      return cell.decoded(value, mutable, mutable ? encodingOf(name, value) : null) ? value : null;
    } catch (CorruptAttributeException e) {
      if (cell.undecodable()) {
        metrics.count(Counter.UNREADABLE_ATTRIBUTES);
        problem.set(e);
      }
      return null;
    }
  }

  /**
   * Returns the fingerprint of a value as this node encodes it before any caller has it, perhaps to
   * other bytes than it came as; null if that fails.
   */
  private @Nullable Fingerprint encodingOf(String name, Object value) {
    try {
      return Fingerprint.of(codec.encode(name, value));
    } catch (RuntimeException | Error e) {
      // It can be read here but not written: the commit holds it back, logs and counts it.
      return null;
    }
  }

  /**
   * Sets the listener that receives each value that came from another node, once, when it is first
   * asked for and before any other caller has it. Set it before the first look at the attributes.
   */
  public void onArrival(Consumer<Object> listener) {
    arrivals.listener(listener);
  }

  /**
   * Returns, and hands out, the values that are objects here, which were put or read, and that
   * {@code wanted} accepts.
   */
  public List<Object> liveValues(Predicate<Object> wanted) {
    List<Object> values = new ArrayList<>();
    for (AttributeCell cell : cells.values()) {
      Object value = cell.peek();
      if (value != null && wanted.test(value)) {
        values.add(value);
        cell.handOut(detection != ChangeDetection.ON_SET);
      }
    }
    return values;
  }

  private AttributeCell newCell(String name, Object value, @Nullable AttributeCell before) {
    Objects.requireNonNull(value, "an attribute value must not be null; remove the attribute");
    UnitEnvelope.requireAttributeName(name);
    try {
      codec.check(name, value);
    } catch (UnserializableAttributeException e) {
      if (e.reason() == Reason.REFUSED) {
        if (before != null && before.peek() == value) {
          // Nothing is replaced: the value that is there has changed into one that cannot go.
          before.mustGo();
        }
        throw e;
      }
      // It was changing, or memory was short: whether it can be replicated shows at the commit.
    }
    return new AttributeCell(value, !codec.isImmutable(value), before);
  }

  @Override
  public @Nullable Object put(String name, Object value) {
    AttributeCell before = cells.put(name, newCell(name, value, cells.get(name)));
    return before == null ? null : read(name, before);
  }

  /**
   * Puts a value that {@link #put} refused, in the place of one that the secondaries have: each
   * commit tries to encode it.
   *
   * @return false, and nothing is put, if the secondaries have no value under this name
   */
  public boolean putHeldBack(String name, Object value) {
    if (!sent.isSent(name)) {
      return false;
    }
    cells.put(name, new AttributeCell(value, !codec.isImmutable(value), cells.get(name)));
    return true;
  }

  @Override
  public @Nullable Object remove(Object name) {
    AttributeCell before = cells.remove(name);
    return before == null ? null : read((String) name, before);
  }

  @Override
  public boolean containsKey(Object name) {
    return value(name) != null;
  }

  @Override
  public @Nullable Object putIfAbsent(String name, Object value) {
    while (true) {
      AttributeCell cell = cells.get(name);
      Object present = cell == null ? null : read(name, cell);
      if (present != null) {
        return present;
      }
      AttributeCell fresh = newCell(name, value, cell);
      // An attribute that is there but unreadable counts as absent.
      boolean done =
          cell == null ? cells.putIfAbsent(name, fresh) == null : cells.replace(name, cell, fresh);
      if (done) {
        return null;
      }
    }
  }

  @Override
  public boolean remove(Object name, Object value) {
    while (true) {
      AttributeCell cell = cells.get(name);
      if (cell == null || !Objects.equals(read((String) name, cell), value)) {
        return false;
      }
      if (cells.remove(name, cell)) {
        return true;
      }
    }
  }

  @Override
  public boolean replace(String name, Object oldValue, Object newValue) {
    while (true) {
      AttributeCell cell = cells.get(name);
      if (cell == null || !Objects.equals(read(name, cell), oldValue)) {
        return false;
      }
      if (cells.replace(name, cell, newCell(name, newValue, cell))) {
        return true;
      }
    }
  }

  @Override
  public @Nullable Object replace(String name, Object value) {
    while (true) {
      AttributeCell cell = cells.get(name);
      Object present = cell == null ? null : read(name, cell);
      if (cell == null || present == null) {
        return null;
      }
      if (cells.replace(name, cell, newCell(name, value, cell))) {
        return present;
      }
    }
  }

  /**
   * Returns a copy of the names, without attributes that are known to be unreadable. Decodes
   * nothing.
   */
  @Override
  public Set<String> keySet() {
    Set<String> names = new HashSet<>();
    cells.forEach(
        (name, cell) -> {
          if (!cell.isUnreadable()) {
            names.add(name);
          }
        });
    return names;
  }

  /** Returns the readable attributes; each iterator decodes all of them and goes through a copy. */
  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Object>> iterator() {
        Map<String, Object> values = new HashMap<>();
        for (String name : SessionAttributes.this.keySet()) {
          Object value = value(name);
          if (value != null) {
            values.put(name, value);
          }
        }
        return values.entrySet().iterator();
      }

      @Override
      public int size() {
        return SessionAttributes.this.keySet().size();
      }
    };
  }

  @Override
  public void clear() {
    keySet().forEach(this::remove);
  }
}
