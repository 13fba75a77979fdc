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

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live attributes of a session on its primary. Values that came as bytes are decoded when they
 * are first asked for. What was put, removed or handed out since the last look is remembered, so
 * that {@link #changes} encodes only that.
 *
 * <p>An attribute that cannot be decoded here reads as absent, is counted, and keeps its bytes.
 */
final class SessionAttributes extends AbstractMap<String, Object>
    implements ConcurrentMap<String, Object> {
  /*
   * Threads: any request thread reads and writes; changes() and forgetTouched() are called under the session's lock. An entry's
   * fields are guarded by the entry's monitor; a value may be mutated by the application at any time, which is why everything
   * that was handed out stays "touched" until no request is left.
   */
  private static final Logger log = LoggerFactory.getLogger(SessionAttributes.class);

  /** One attribute. Guarded by its own monitor. */
  private static final class Cell {
    private byte @Nullable [] envelope;
    private @Nullable Object value;
    private boolean unreadable;

    /** The value was put or may have been mutated since it was encoded. */
    private boolean touched;
  }

  private final AttributeCodec codec;
  private final ChangeDetection detection;
  private final ReplicationMetrics metrics;
  private final ConcurrentMap<String, Cell> cells = new ConcurrentHashMap<>();
  private final Set<String> removed = ConcurrentHashMap.newKeySet();

  SessionAttributes(
      AttributeCodec codec,
      ChangeDetection detection,
      ReplicationMetrics metrics,
      Map<String, byte[]> envelopes) {
    this.codec = codec;
    this.detection = detection;
    this.metrics = metrics;
    envelopes.forEach(
        (name, envelope) -> {
          Cell cell = new Cell();
          cell.envelope = envelope;
          cells.put(name, cell);
        });
  }

  /**
   * Encodes what may have changed and returns what did: envelope by name, null for a removed one.
   *
   * @throws org.holdfast.replication.serialization.UnserializableAttributeException if a value
   *     became one that cannot be replicated; nothing is marked as sent then
   */
  Map<String, byte @Nullable []> changes() {
    Map<String, byte @Nullable []> changes = new HashMap<>();
    for (Map.Entry<String, Cell> each : cells.entrySet()) {
      Cell cell = each.getValue();
      synchronized (cell) {
        if (mayDiffer(cell)) {
          byte[] fresh = codec.encode(each.getKey(), Objects.requireNonNull(cell.value));
          if (!Arrays.equals(fresh, cell.envelope)) {
            changes.put(each.getKey(), fresh);
          }
        }
      }
    }
    for (String name : removed) {
      if (!cells.containsKey(name)) {
        changes.put(name, null);
      }
    }
    return changes;
  }

  /** The changes are on their way: from now on they are what later ones are compared with. */
  void sent(Map<String, byte @Nullable []> changes) {
    changes.forEach(
        (name, envelope) -> {
          Cell cell = cells.get(name);
          if (envelope == null) {
            removed.remove(name);
          } else if (cell != null) {
            synchronized (cell) {
              cell.envelope = envelope;
            }
          }
        });
  }

  private boolean mayDiffer(Cell cell) {
    Object value = cell.value;
    if (value == null) {
      return false;
    }
    return cell.envelope == null
        || cell.touched
        || detection == ChangeDetection.ALL && !codec.isImmutable(value);
  }

  /** No request is left that could still change what it was given. */
  void forgetTouched() {
    for (Cell cell : cells.values()) {
      synchronized (cell) {
        cell.touched = false;
      }
    }
  }

  @Override
  public @Nullable Object get(Object name) {
    Cell cell = cells.get(name);
    return cell == null ? null : read((String) name, cell);
  }

  private @Nullable Object read(String name, Cell cell) {
    synchronized (cell) {
      byte[] envelope = cell.envelope;
      if (cell.value == null && envelope != null && !cell.unreadable) {
        try {
          cell.value = codec.decode(name, envelope);
        } catch (CorruptAttributeException e) {
          cell.unreadable = true;
          metrics.count(Counter.UNREADABLE_ATTRIBUTES);
          log.warn("an attribute reads as absent, its bytes are kept: {}", e.getMessage());
        }
      }
      Object value = cell.value;
      // With ON_SET a value that is merely read does not count as touched.
      if (value != null
          && detection != ChangeDetection.ON_SET
          && !cell.touched
          && !codec.isImmutable(value)) {
        cell.touched = true;
      }
      return value;
    }
  }

  @Override
  public @Nullable Object put(String name, Object value) {
    Objects.requireNonNull(value, "an attribute value must not be null; remove the attribute");
    codec.check(name, value);
    Cell fresh = new Cell();
    fresh.value = value;
    fresh.touched = true;
    Cell before = cells.put(name, fresh);
    removed.remove(name);
    if (before == null) {
      return null;
    }
    Object old = read(name, before);
    byte[] sentBefore;
    synchronized (before) {
      sentBefore = before.envelope;
    }
    synchronized (fresh) {
      if (fresh.envelope == null) {
        fresh.envelope = sentBefore;
      }
    }
    return old;
  }

  @Override
  public @Nullable Object remove(Object name) {
    Cell before = cells.remove(name);
    if (before == null) {
      return null;
    }
    removed.add((String) name);
    return read((String) name, before);
  }

  @Override
  public boolean containsKey(Object name) {
    return get(name) != null;
  }

  @Override
  public synchronized @Nullable Object putIfAbsent(String name, Object value) {
    Object present = get(name);
    return present == null ? put(name, value) : present;
  }

  @Override
  public synchronized boolean remove(Object name, Object value) {
    if (!Objects.equals(get(name), value)) {
      return false;
    }
    remove(name);
    return true;
  }

  @Override
  public synchronized boolean replace(String name, Object oldValue, Object newValue) {
    if (!Objects.equals(get(name), oldValue)) {
      return false;
    }
    put(name, newValue);
    return true;
  }

  @Override
  public synchronized @Nullable Object replace(String name, Object value) {
    return get(name) == null ? null : put(name, value);
  }

  /** Names of the readable attributes; nothing is decoded for it but what was never tried. */
  @Override
  public Set<String> keySet() {
    Set<String> names = new HashSet<>();
    cells.forEach(
        (name, cell) -> {
          synchronized (cell) {
            if (!cell.unreadable) {
              names.add(name);
            }
          }
        });
    return names;
  }

  /** Decodes every attribute as it is iterated over. */
  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Object>> iterator() {
        Map<String, Object> values = new HashMap<>();
        for (String name : SessionAttributes.this.keySet()) {
          Object value = get(name);
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
