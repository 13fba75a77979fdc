// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.jspecify.annotations.Nullable;

/*
 * Threads: any. An attribute is in one of the two maps. To move it from one to the other is not atomic: if two threads
 * put one name at a time, one value that can be replicated and one that cannot, the value that cannot wins, since get()
 * asks for it first.
 */

/**
 * The attributes of a session, with those that could not be replicated when they were put, if its
 * application may have such. A value under a name that other nodes do not have stays on this node,
 * as with sessions that are not replicated, until the session moves. A value that replaces a
 * replicated one is among the replicated ones, and so is one that becomes impossible to replicate
 * later: commits hold it back, and other nodes keep the last good value. Thread-safe.
 */
public final class ServletAttributes {
  private final ConcurrentMap<String, Object> replicated;

  /** The values that stay here; null until there is one, as in most sessions. */
  private volatile @Nullable ConcurrentMap<String, Object> onlyHere;

  private final BiPredicate<String, Object> heldBack;
  private final BooleanSupplier refuses;

  /**
   * @param replicated refuses values that cannot be replicated
   * @param heldBack puts such a value there nevertheless if it replaces one that other nodes have;
   *     else returns false
   * @param refuses whether what cannot be replicated is refused, as distributable applications want
   *     it
   */
  public ServletAttributes(
      ConcurrentMap<String, Object> replicated,
      BiPredicate<String, Object> heldBack,
      BooleanSupplier refuses) {
    this.replicated = replicated;
    this.heldBack = heldBack;
    this.refuses = refuses;
  }

  public @Nullable Object get(String name) {
    ConcurrentMap<String, Object> here = onlyHere;
    Object kept = here == null ? null : here.get(name);
    return kept == null ? replicated.get(name) : kept;
  }

  /** Returns a copy of the names of the moment. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>(replicated.keySet());
    ConcurrentMap<String, Object> here = onlyHere;
    if (here != null) {
      names.addAll(here.keySet());
    }
    return names;
  }

  /**
   * @return the former value
   * @throws UnserializableAttributeException if the value cannot be replicated and is not to stay
   *     here either
   */
  public @Nullable Object put(String name, Object value) {
    try {
      return replicate(name, value);
    } catch (UnserializableAttributeException e) {
      if (refuses.getAsBoolean()) {
        throw e;
      }
      Object old = get(name);
      // The same object was changed in place and put again: the commit holds it back.
      return replicated.get(name) == value || holdBack(name, value) ? old : keepHere(name, value);
    }
  }

  private boolean holdBack(String name, Object value) {
    boolean done = heldBack.test(name, value);
    if (done) {
      Object unused = removeKept(name);
    }
    return done;
  }

  private @Nullable Object removeKept(String name) {
    ConcurrentMap<String, Object> here = onlyHere;
    return here == null ? null : here.remove(name);
  }

  private synchronized ConcurrentMap<String, Object> placeHere() {
    ConcurrentMap<String, Object> here = onlyHere;
    if (here == null) {
      here = new ConcurrentHashMap<>(4);
      onlyHere = here;
    }
    return here;
  }

  /**
   * @return the former value
   * @throws UnserializableAttributeException if the value cannot be replicated
   */
  public @Nullable Object replicate(String name, Object value) {
    Object old = replicated.put(name, value);
    Object kept = removeKept(name);
    return kept == null ? old : kept;
  }

  /**
   * Puts a value that no other node shall have.
   *
   * @return the former value
   */
  public @Nullable Object keepHere(String name, Object value) {
    Object kept = placeHere().put(name, value);
    Object moved = replicated.remove(name);
    return kept == null ? moved : kept;
  }

  /**
   * @return the former value
   */
  public @Nullable Object remove(String name) {
    Object kept = removeKept(name);
    Object old = replicated.remove(name);
    return kept == null ? old : kept;
  }
}
