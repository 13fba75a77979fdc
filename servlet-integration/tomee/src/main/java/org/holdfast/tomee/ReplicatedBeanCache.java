// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.openejb.BeanContext;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.interceptor.InterceptorInstance;
import org.apache.openejb.core.ivm.IntraVmCopyMonitor;
import org.apache.openejb.core.stateful.Cache;
import org.apache.openejb.core.stateful.DefaultLockFactory;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.core.stateful.LockFactory;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.replication.node.SharedNode;
import org.holdfast.replication.store.ReplicatedStore;
import org.holdfast.replication.store.StoreConfig;
import org.holdfast.replication.store.StoreEntry;
import org.holdfast.replication.store.StoreKey;
import org.holdfast.replication.store.StoreListener;
import org.holdfast.servlet.session.GeneratedNodeName;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.jspecify.annotations.Nullable;

/**
 * Holds the stateful session beans of one container in a replicated store. A call of a bean takes
 * its entry to this node, and does not return before the secondaries have acknowledged its changes;
 * if that fails the caller gets an exception, as a request gets a 503. Thread-safe.
 *
 * <p>The bean and its own interceptors are attributes of its entry; its other state in the
 * container is made anew on the node that it comes to.
 *
 * <p>Beans stay objects where they were called last; elsewhere they are bytes.
 * {@code @PostActivate} is called on the node that a bean has come to. {@code @PrePassivate} is not
 * called: a bean is written after each call, and may move without another message from this node.
 * When the container stops or the application is undeployed beans continue to live in the cluster.
 */
public final class ReplicatedBeanCache implements Cache<Object, Instance> {
  /*
   * Threads: callers of beans, of which the container lets one at a time run on a bean; the store's expiry thread.
   * C1  `open` has the entries that calls have checked out, by primary key: each keeps the bean on this node.
   * C2  `here` has what the container knows of the beans that this node serves, made when a bean comes, which then
   *     receives its activation; it counts as long as the store has the same bean object.
   */
  private static final String STORE = "store:ejb:";
  private static final String BEAN = "bean";

  private static final String INTERCEPTORS = "interceptors";

  private final SharedNode node;
  private final ReplicatedStore store;
  private final Map<Object, Deque<StoreEntry>> open = new ConcurrentHashMap<>();
  private final Map<StoreKey, Instance> here = new ConcurrentHashMap<>();
  private final LockFactory locks = new DefaultLockFactory();
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

              @Override
              public void onReleased(StoreKey key) {
                here.remove(key);
              }
            });
  }

  /**
   * Joins the cluster, as the node that web applications with the same settings share.
   *
   * @param container its id, the same on every node
   */
  static ReplicatedBeanCache open(String container, Duration expiry) {
    // As Holdfast's manager reads them, so that both can share a node.
    Settings settings =
        SettingsReader.ofProcess().relativeTo(System.getProperty("catalina.base")).read();
    String member =
        settings.get("memberName") != null
            ? ""
            : GeneratedNodeName.withWarning("set the system property holdfast.memberName");
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ApplicationConfig config = settings.application(container, loader).withName(STORE + container);
    SharedNode node = ReplicationNode.shared(settings.node(member), config, InstantSource.system());
    try {
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

  /** Leaves the store, and the node if nothing else uses it; beans stay in the cluster. */
  @Override
  public void destroy() {
    store.close();
    node.close();
  }

  /** Adds a bean that was made; its first check-in replicates it. */
  @Override
  public void add(Object primaryKey, Instance made) {
    StoreKey key = BeanKey.of(primaryKey);
    StoreEntry entry = store.open(key);
    boolean done = false;
    try {
      passivating(
          () -> {
            entry.attributes().put(BEAN, made.bean);
            entry.attributes().put(INTERCEPTORS, interceptorsOf(made));
          });
      here.put(key, made);
      checkedOut(primaryKey, entry);
      done = true;
    } finally {
      if (!done) {
        entry.close();
      }
    }
  }

  /**
   * Returns the interceptors that belong to the bean: neither itself nor the container's, which
   * each node has.
   */
  private static Map<String, Object> interceptorsOf(Instance made) {
    Map<String, Object> interceptors = new HashMap<>(made.interceptors);
    interceptors.values().removeIf(each -> each == made.bean);
    for (InterceptorInstance shared : made.beanContext.getUserAndSystemInterceptors()) {
      interceptors.values().removeIf(each -> each == shared.getInterceptor());
    }
    return interceptors;
  }

  /**
   * Returns a bean for one call; its entry stays on this node until the call ends.
   *
   * @param load whether to look for it elsewhere, too
   * @return null if there is no such bean
   * @throws org.holdfast.replication.store.EntryUnavailableException if that cannot be found out
   */
  @Override
  public @Nullable Instance checkOut(Object primaryKey, boolean load) throws Exception {
    StoreKey key = BeanKey.of(primaryKey);
    StoreEntry entry = store.find(key).orElse(null);
    if (entry == null) {
      return null;
    }
    boolean done = false;
    try {
      Instance found = instance(key, primaryKey, entry.attributes());
      if (found != null) {
        checkedOut(primaryKey, entry);
        done = true;
      }
      return found;
    } finally {
      if (!done) {
        entry.close();
      }
    }
  }

  /**
   * Returns the container's instance of a bean, or null; activates the bean if it has just come.
   */
  private @Nullable Instance instance(
      StoreKey key, Object primaryKey, Map<String, Object> attributes) throws Exception {
    Object bean = attributes.get(BEAN);
    if (bean == null) {
      here.remove(key);
      return null;
    }
    Instance known = here.get(key);
    if (known != null && known.bean == bean) {
      return known;
    }
    Instance arrived = made(primaryKey, bean, attributes);
    CacheListener<Instance> told = listener;
    if (told != null) {
      told.afterLoad(arrived);
    }
    here.put(key, arrived);
    return arrived;
  }

  private Instance made(Object primaryKey, Object bean, Map<String, Object> attributes) {
    BeanContext context = ThreadContext.getThreadContext().getBeanContext();
    Map<String, Object> interceptors = new HashMap<>();
    for (InterceptorInstance shared : context.getUserAndSystemInterceptors()) {
      interceptors.put(shared.getData().getInterceptorClass().getName(), shared.getInterceptor());
    }
    if (attributes.get(INTERCEPTORS) instanceof Map<?, ?> came) {
      came.forEach((name, interceptor) -> interceptors.put(String.valueOf(name), interceptor));
    }
    interceptors.put(bean.getClass().getName(), bean);
    return new Instance(
        context,
        primaryKey,
        context.getContainer().getContainerID(),
        bean,
        null,
        interceptors,
        Map.of(),
        locks.newLock(primaryKey.toString()));
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

  /** Takes the entry that a call has checked out; returns null if there is none. */
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
   * Replicates the changes of a call that has ended.
   *
   * @throws org.holdfast.replication.store.UncertainWriteException if another node has taken the
   *     bean over meanwhile, for instance as this one seemed dead
   */
  @Override
  public void checkIn(Object primaryKey) {
    StoreEntry taken = takeOpen(primaryKey);
    // If two calls waited for each other, the first has checked it in for both.
    StoreEntry entry = taken == null ? store.find(BeanKey.of(primaryKey)).orElse(null) : taken;
    if (entry == null) {
      return;
    }
    try (entry) {
      passivating(entry::commit);
    }
  }

  /** Removes a bean, after a call that removed it or threw an exception that ends it. */
  @Override
  public @Nullable Instance remove(Object primaryKey) {
    StoreKey key = BeanKey.of(primaryKey);
    StoreEntry taken = takeOpen(primaryKey);
    StoreEntry entry = taken == null ? store.find(key).orElse(null) : taken;
    Instance known = here.remove(key);
    if (entry != null) {
      try (entry) {
        entry.remove();
        entry.commit();
      }
    }
    return known;
  }

  /** Does nothing: this node stops to serve an application, whose beans live on elsewhere. */
  @Override
  public void removeAll(CacheFilter<Instance> filter) {}

  /** Tells the container of a bean that was used here; others leave nothing here to release. */
  private void expired(Map<String, Object> attributes) {
    CacheListener<Instance> told = listener;
    Object bean = attributes.get(BEAN);
    for (Instance known : here.values()) {
      if (known.bean == bean && told != null) {
        here.values().remove(known);
        told.timedOut(known);
      }
    }
  }

  /** Runs {@code writing} so that references to other beans are written as such. */
  private static void passivating(Runnable writing) {
    IntraVmCopyMonitor.prePassivationOperation();
    try {
      writing.run();
    } finally {
      IntraVmCopyMonitor.postPassivationOperation();
    }
  }
}
