// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.servlet.session.ReservedNames;
import org.holdfast.servlet.session.ServletAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session as its application sees them. Tomcat's {@link
 * org.apache.catalina.session.StandardSession} calls this map for each access of the application.
 *
 * <p>The map hides attributes that the manager keeps for itself, such as the login. If the
 * application is not distributable, it also has attributes that cannot be replicated. Thread-safe.
 */
final class ApplicationAttributes extends AbstractMap<String, Object>
    implements ConcurrentMap<String, Object> {
  private final ServletAttributes all;

  /**
   * @param heldBack see {@link ServletAttributes#ServletAttributes}
   * @param distributable whether values that cannot be replicated are rejected
   */
  ApplicationAttributes(
      ConcurrentMap<String, Object> replicated,
      BiPredicate<String, Object> heldBack,
      BooleanSupplier distributable) {
    this.all = new ServletAttributes(replicated, heldBack, distributable);
  }

  @Override
  public @Nullable Object get(@Nullable Object name) {
    return name instanceof String text && !ReservedNames.isReserved(text) ? all.get(text) : null;
  }

  /**
   * @throws UnserializableAttributeException if the application is distributable and the value
   *     cannot be replicated
   */
  @Override
  public @Nullable Object put(String name, Object value) {
    ReservedNames.requireFree(name);
    return all.put(name, value);
  }

  @Override
  public @Nullable Object remove(@Nullable Object name) {
    return name instanceof String text && !ReservedNames.isReserved(text) ? all.remove(text) : null;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return get(name) != null;
  }

  @Override
  public Set<String> keySet() {
    Set<String> names = all.names();
    names.removeIf(ReservedNames::isReserved);
    return names;
  }

  /** Returns a snapshot of the entries. Decodes every attribute. */
  @Override
  public Set<Map.Entry<String, Object>> entrySet() {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (String name : keySet()) {
      Object value = get(name);
      if (value != null) {
        entries.put(name, value);
      }
    }
    return entries.entrySet();
  }

  @Override
  public void clear() {
    keySet().forEach(this::remove);
  }

  // Tomcat calls none of the methods below, so a lock is fast enough.

  @Override
  public synchronized @Nullable Object putIfAbsent(String name, Object value) {
    Object present = get(name);
    return present == null ? put(name, value) : present;
  }

  @Override
  public synchronized boolean remove(@Nullable Object name, @Nullable Object value) {
    return Objects.equals(get(name), value) && remove(name) != null;
  }

  @Override
  public synchronized boolean replace(String name, Object oldValue, Object newValue) {
    return Objects.equals(get(name), oldValue) && put(name, newValue) != null;
  }

  @Override
  public synchronized @Nullable Object replace(String name, Object value) {
    return get(name) == null ? null : put(name, value);
  }
}
