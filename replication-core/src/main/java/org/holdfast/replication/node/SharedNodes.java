// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes that the web applications of one class loader share, by cluster and member, and how
 * many use each. Thread-safe.
 */
final class SharedNodes {
  /*
   * Locks: that of a place, held while its node starts and while it stops: a thread that comes meanwhile waits instead
   * of binding the same ports. Nodes of other names do not wait. Then this, for the map alone.
   * S1  a place is in the map as long as a thread is about to use it or its node runs: a thread that changes `users`
   *     leaves the place afterwards, under this, so that the last one to leave it reads what the others wrote.
   */
  private static final Logger log = LoggerFactory.getLogger(SharedNodes.class);

  /** The time that a stop may take beyond the drain. */
  private static final Duration STOP_TIME = Duration.ofSeconds(15);

  private static final class Place {
    final ReentrantLock lock = new ReentrantLock();

    /**
     * The number of threads that have looked the place up and are not done; guarded by the lock of
     * the map.
     */
    int visitors;

    // the rest under the lock of the place

    @Nullable ReplicationNode node;
    @Nullable NodeConfig config;
    int users;

    /**
     * The longest wait, for a thread that comes now, until a stop is over; null if there is none.
     */
    volatile @Nullable Duration stopping;
  }

  @GuardedBy("this")
  private final Map<String, Place> byName = new HashMap<>();

  /**
   * Returns a share of the node of that name, or starts it. Blocks while a node of that name joins
   * its cluster or stops.
   *
   * @param application the application that asks, or null
   * @throws IllegalStateException if it runs with other settings, or takes too long to stop
   */
  SharedNode use(
      NodeConfig config, @Nullable ApplicationConfig application, InstantSource wallClock) {
    String name = config.cluster() + "/" + config.memberName();
    Place place = enter(name);
    try {
      lock(place, name);
      try {
        ReplicationNode node = running(place, name, config, application, wallClock);
        place.users++;
        return new SharedNode(node, () -> leave(name));
      } finally {
        place.lock.unlock();
      }
    } finally {
      exit(name, place);
    }
  }

  private static void lock(Place place, String name) {
    if (place.lock.tryLock()) {
      return;
    }
    try {
      Duration stopping = place.stopping;
      if (stopping == null) {
        place.lock.lockInterruptibly();
        return;
      }
      log.info(
          "member {} is still stopping; its next start waits until it has stopped, at most {} ms",
          name,
          stopping.toMillis());
      if (!place.lock.tryLock(stopping.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException(
            "member "
                + name
                + " is still stopping after "
                + stopping.toMillis()
                + " ms and its ports are not free, so it cannot start again yet. Start it later");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for member " + name, e);
    }
  }

  /**
   * Returns the node of the place, which it starts if there is none. Call it under the lock of the
   * place.
   */
  private static ReplicationNode running(
      Place place,
      String name,
      NodeConfig config,
      @Nullable ApplicationConfig application,
      InstantSource wallClock) {
    ReplicationNode node = place.node;
    if (node == null) {
      node = ReplicationNode.start(config, application, wallClock);
      place.node = node;
      place.config = config;
    } else if (!config.equals(place.config)) {
      throw new IllegalStateException(
          "member "
              + name
              + " already runs in this process with other settings: "
              + place.config
              + " instead of "
              + config);
    }
    return node;
  }

  /** Ends a use of the node; the last one stops it. */
  private void leave(String name) {
    Place place = enter(name);
    place.lock.lock();
    try {
      ReplicationNode node = place.node;
      place.users--;
      if (node != null && place.users == 0) {
        place.stopping = node.config().drainTimeout().plus(STOP_TIME);
        node.close();
      }
    } finally {
      if (place.users == 0) {
        place.node = null;
        place.config = null;
      }
      place.stopping = null;
      place.lock.unlock();
      exit(name, place);
    }
  }

  private synchronized Place enter(String name) {
    Place place = byName.computeIfAbsent(name, unused -> new Place());
    place.visitors++;
    return place;
  }

  private synchronized void exit(String name, Place place) {
    place.visitors--;
    if (place.visitors == 0 && place.users == 0) {
      byName.remove(name);
    }
  }
}
