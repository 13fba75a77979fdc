// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.session.SessionContext;
import org.eclipse.jetty.session.SessionData;
import org.holdfast.replication.session.ReplicatedSession;
import org.jspecify.annotations.Nullable;

/**
 * The data that Jetty keeps of a session: times of this node, and the attributes of the {@link
 * ReplicatedSession}. So every read, put and removal of an attribute is noticed. Guarded by its
 * session's lock. Never serialized, whatever its superclass says.
 */
final class HoldfastSessionData extends SessionData {
  private static final long serialVersionUID = 1L;

  private final transient ReplicatedSession replicated;
  private final transient SessionValues values;

  /**
   * @param lastUseMillis when the session was last used, on whichever node
   */
  HoldfastSessionData(
      ReplicatedSession replicated,
      SessionValues values,
      String routedId,
      SessionContext context,
      long lastUseMillis,
      boolean fresh) {
    super(
        routedId,
        context.getCanonicalContextPath(),
        context.getVhost(),
        replicated.creationTimeMillis(),
        lastUseMillis,
        lastUseMillis,
        replicated.maxInactive().toMillis());
    this.replicated = replicated;
    this.values = values;
    setExpiry(calcExpiry(lastUseMillis));
    // Jetty takes a session for new that was never saved.
    setLastSaved(fresh ? 0 : Math.max(1, lastUseMillis));
  }

  @Override
  public void setMaxInactiveMs(long millis) {
    if (millis != getMaxInactiveMs()) {
      super.setMaxInactiveMs(millis);
      replicated.setMaxInactive(Duration.ofMillis(millis));
    }
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return values.get(name);
  }

  @Override
  public @Nullable Object setAttribute(String name, @Nullable Object value) {
    return value == null ? values.remove(name) : values.put(name, value);
  }

  /** Returns a snapshot of the names. */
  @Override
  public Set<String> getKeys() {
    return new LinkedHashSet<>(values.names());
  }

  /** Returns a snapshot of the attributes. Decodes every attribute. */
  @Override
  public Map<String, Object> getAllAttributes() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (String name : values.names()) {
      Object value = values.get(name);
      if (value != null) {
        all.put(name, value);
      }
    }
    return all;
  }

  @Override
  public void putAllAttributes(Map<String, Object> attributes) {
    attributes.forEach(values::put);
  }

  @Override
  public void clearAllAttributes() {
    values.names().forEach(values::remove);
  }
}
