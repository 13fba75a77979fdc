// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.SerializationConfig;
import org.holdfast.replication.membership.jgroups.JGroupsMembership;
import org.holdfast.replication.protocol.ReplicaConfig;
import org.holdfast.replication.security.PeerSecurity;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.kryo.KryoAttributeCodec;
import org.holdfast.replication.transport.TransportSettings;
import org.holdfast.replication.transport.grizzly.GrizzlyMembershipStreams;
import org.holdfast.replication.transport.grizzly.ReplicationPort;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that loads what the first start of a node needs, while the container is still busy with
 * something else. That is some 1,500 classes, which take longer than all the rest of the start.
 * Opens no port. Runs once per class loader; the node's start gives the same result without it.
 */
public final class Preparation {
  /*
   * Threads: any begins, and any that starts a node waits. The two never initialize classes at the
   * same time, since classes that need each other would lock each other out: a step that has begun
   * is waited for, and none begins after that.
   */
  private static final Logger log = LoggerFactory.getLogger(Preparation.class);
  private static final long LONGEST_STEP_SECONDS = 10;

  private static final Preparation ONLY =
      new Preparation(
          List.of(
              Preparation::prepareMembership,
              Preparation::prepareCodec,
              Preparation::prepareReplica,
              ReplicationPort::prepare));

  private final List<Runnable> steps;
  private volatile boolean over;

  @GuardedBy("this")
  private @Nullable Thread thread;

  Preparation(List<Runnable> steps) {
    this.steps = steps;
  }

  /**
   * Begins the preparation; call it as soon as it is clear that a node will be started. Returns at
   * once; does nothing the second time, or when a node was started before.
   */
  public static void begin() {
    ONLY.start();
  }

  /** Waits for the step that is under way, if any, at most 10 s; none begins after that. */
  static void end() {
    ONLY.finish();
  }

  synchronized void start() {
    if (thread == null && !over) {
      // It may be begun on a thread that works for a web application, and shall keep nothing of it.
      thread = new Thread(null, this::run, "holdfast-preparation", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(Preparation.class.getClassLoader());
      thread.start();
    }
  }

  void finish() {
    Thread running;
    synchronized (this) {
      over = true;
      running = thread;
    }
    try {
      if (running != null) {
        running.join(TimeUnit.SECONDS.toMillis(LONGEST_STEP_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    for (Runnable step : steps) {
      if (over) {
        return;
      }
      try {
        step.run();
      } catch (RuntimeException | LinkageError e) {
        // If it matters, the start of the node fails in the same way and says so.
        log.debug(
            "a step of the preparation failed; if it matters, the start of the node reports it", e);
      }
    }
  }

  static void prepareMembership() {
    JGroupsMembership.prepare(
        GrizzlyMembershipStreams.alone(
            TransportSettings.of("none"), PeerSecurity.plaintext(Security.LOOPBACK), 1));
  }

  private static void prepareCodec() {
    try (AttributeCodec codec =
        new KryoAttributeCodec(
            Preparation.class.getClassLoader(),
            ClassFilter.of(SerializationConfig.DEFAULT.allowedClasses()),
            CodecLimits.of(SerializationConfig.DEFAULT))) {
      Object unused = codec.decode("number", codec.encode("number", 1));
    }
  }

  private static void prepareReplica() {
    ReplicaConfig config = ReplicaSettings.of(NodeConfig.builder("nobody").build());
    Rehearsal.Outcome outcome = new Rehearsal(config, 1, 1).run();
    log.debug("prepared: {}", outcome);
  }
}
