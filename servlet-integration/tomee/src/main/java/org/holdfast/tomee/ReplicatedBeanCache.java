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

package org.holdfast.tomee;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.core.ivm.IntraVmCopyMonitor;
import org.apache.openejb.core.stateful.Cache;
import org.apache.openejb.core.stateful.Instance;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.session.ReplicationNode;
import org.holdfast.replication.session.SharedNode;
import org.holdfast.replication.store.ReplicatedStore;
import org.holdfast.replication.store.StoreConfig;
import org.holdfast.replication.store.StoreEntry;
import org.holdfast.replication.store.StoreListener;
import org.holdfast.servlet.session.GeneratedNodeName;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.jspecify.annotations.Nullable;

/**
 * Holds the stateful session beans of one container in a replicated store. A call of a bean takes
 * its entry to this node, and does not return before what it changed is acknowledged by the
 * secondaries; if that fails the caller gets an exception, as a request gets a 503. Thread-safe.
 *
 * <p>Beans stay objects where they were called last; elsewhere they are bytes.
 * {@code @PostActivate} is called on the node that a bean has come to. {@code @PrePassivate} is not
 * called: a bean is written after each call, and may go without another word from this node. When
 * the container stops or the application is undeployed beans go on living in the cluster.
 */
public final class ReplicatedBeanCache implements Cache<Object, Instance> {
  /*
   * Threads: callers of beans, of which the container lets one at a time run on a bean; the store's expiry thread.
   * C1  `open` has the entries that calls have checked out, by primary key: each keeps the bean on this node.
   * C2  a bean is in `known` once somebody was told that it is here: of two that find it, one tells it.
   */
  private static final String STORE = "store:ejb:";
  private static final String BEAN = "bean";

  /** What a bean travels in. */
  private static final String CONTAINER_CLASSES =
      "org.apache.openejb.core.stateful.Instance;"
          + "org.apache.openejb.core.stateful.Instance$Serialization;"
          + "org.apache.openejb.util.PojoSerialization;"
          + "[Lorg.apache.openejb.persistence.JtaEntityManagerRegistry$EntityManagerTracker;";

  private final SharedNode node;
  private final ReplicatedStore store;
  private final Map<Object, Deque<StoreEntry>> open = new ConcurrentHashMap<>();
  private final Set<Instance> known =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
  private volatile @Nullable CacheListener<Instance> listener;

  private ReplicatedBeanCache(SharedNode node, StoreConfig config) {
    this.node = node;
    this.store =
        ReplicatedStore.open(
            node.node(),
            config,
            new StoreListener() {
              @Override
              public void onExpired(Map<String, Object> attributes) {
                expired(attributes);
              }
            });
  }

  /**
   * Joins the cluster, as the node that web applications with the same settings share.
   *
   * @param container its id, the same on every node
   */
  static ReplicatedBeanCache open(String container, Duration expiry) {
    Settings settings = SettingsReader.ofProcess().read();
    String member =
        settings.get("memberName") != null
            ? ""
            : GeneratedNodeName.instead(false, "set the system property holdfast.memberName");
    SharedNode node = ReplicationNode.shared(settings.node(member), InstantSource.system());
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      ApplicationConfig read = settings.application(container, loader).withName(STORE + container);
      ApplicationConfig config =
          read.withSerialization(read.serialization().withMoreClasses(CONTAINER_CLASSES));
      return new ReplicatedBeanCache(node, new StoreConfig(config, expiry));
    } catch (RuntimeException e) {
      node.close();
      throw e;
    }
  }

  @Override
  public @Nullable CacheListener<Instance> getListener() {
    return listener;
  }

  @Override
  public void setListener(CacheListener<Instance> heard) {
    listener = heard;
  }

  @Override
  public void init() {}

  /** Leaves the store, and the node if nobody else uses it; beans stay in the cluster. */
  @Override
  public void destroy() {
    store.close();
    node.close();
  }

  /** A bean was made; its first check-in tells the cluster. */
  @Override
  public void add(Object primaryKey, Instance bean) {
    StoreEntry entry = store.open(BeanKey.of(primaryKey));
    passivating(() -> entry.attributes().put(BEAN, bean));
    known.add(bean);
    checkedOut(primaryKey, entry);
  }

  /**
   * @param load whether to look for it elsewhere, too
   * @return null if there is no such bean
   * @throws org.holdfast.replication.store.EntryUnavailableException if that cannot be told
   */
  @Override
  public @Nullable Instance checkOut(Object primaryKey, boolean load) throws Exception {
    StoreEntry entry = store.find(BeanKey.of(primaryKey)).orElse(null);
    if (entry == null) {
      return null;
    }
    boolean done = false;
    try {
      Instance bean = (Instance) entry.attributes().get(BEAN);
      CacheListener<Instance> told = listener;
      if (bean != null && known.add(bean) && told != null) {
        told.afterLoad(bean);
      }
      if (bean != null) {
        checkedOut(primaryKey, entry);
        done = true;
      }
      return bean;
    } finally {
      if (!done) {
        entry.close();
      }
    }
  }

  private void checkedOut(Object primaryKey, StoreEntry entry) {
    open.compute(
        primaryKey,
        (same, present) -> {
          Deque<StoreEntry> entries = present == null ? new ArrayDeque<>(1) : present;
          entries.add(entry);
          return entries;
        });
  }

  /** Null if no call has it checked out. */
  private @Nullable StoreEntry takeOpen(Object primaryKey) {
    StoreEntry[] taken = new StoreEntry[1];
    open.computeIfPresent(
        primaryKey,
        (same, entries) -> {
          taken[0] = entries.remove();
          return entries.isEmpty() ? null : entries;
        });
    return taken[0];
  }

  /**
   * A call has ended: what it changed is replicated.
   *
   * @throws org.holdfast.replication.store.UncertainWriteException if another node has taken the
   *     bean over meanwhile, for instance as this one seemed dead
   */
  @Override
  public void checkIn(Object primaryKey) {
    StoreEntry taken = takeOpen(primaryKey);
    // Of two calls that waited for each other the first has checked it in for both.
    StoreEntry entry = taken == null ? store.find(BeanKey.of(primaryKey)).orElse(null) : taken;
    if (entry == null) {
      return;
    }
    try (entry) {
      passivating(entry::commit);
    }
  }

  /** The bean was removed, or threw what ends it. */
  @Override
  public @Nullable Instance remove(Object primaryKey) {
    StoreEntry taken = takeOpen(primaryKey);
    StoreEntry entry = taken == null ? store.find(BeanKey.of(primaryKey)).orElse(null) : taken;
    if (entry == null) {
      return null;
    }
    try (entry) {
      Instance bean = (Instance) entry.attributes().get(BEAN);
      entry.remove();
      entry.commit();
      return bean;
    }
  }

  /** Does nothing: this node stops to serve an application, whose beans live on elsewhere. */
  @Override
  public void removeAll(CacheFilter<Instance> filter) {}

  private void expired(Map<String, Object> attributes) {
    CacheListener<Instance> told = listener;
    if (told != null && attributes.get(BEAN) instanceof Instance bean) {
      told.timedOut(bean);
    }
  }

  /** Has references to other beans be written as such. */
  private static void passivating(Runnable writing) {
    IntraVmCopyMonitor.prePassivationOperation();
    try {
      writing.run();
    } finally {
      IntraVmCopyMonitor.postPassivationOperation();
    }
  }
}
