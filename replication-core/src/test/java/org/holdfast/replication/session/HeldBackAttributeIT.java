// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.protocol.SessionTooLargeException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Attributes that a commit cannot send: other nodes keep the value that they have. */
class HeldBackAttributeIT {
  private static TestCluster cluster;

  /** Says to who encodes it that it is changing. */
  static final class Busy implements Serializable {
    private static final long serialVersionUID = 1L;
    transient volatile boolean isChanging;
    volatile int changes;

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (isChanging) {
        throw new ConcurrentModificationException("it is changing");
      }
      out.defaultWriteObject();
    }
  }

  @BeforeAll
  static void start() {
    cluster =
        new TestCluster(
            2,
            node -> node.ackTimeout(Duration.ofSeconds(1)).maxFrameBytes(64 << 10),
            shop -> shop);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static ReplicatedSession found(int node, String id) {
    return ((Lookup.Found) cluster.shops.get(node).acquire(id, null)).session();
  }

  private static int changesElsewhere(String id) {
    ReplicatedSession moved = found(1, id);
    int changes = ((Busy) moved.attributes().get("busy")).changes;
    moved.exit();
    return changes;
  }

  private static long heldBack() {
    return cluster.nodes.get(0).statistics().counters().get("attributesHeldBack");
  }

  @Test
  void areThoseThatNoFrameCanCarry_untilTheSessionIsSmaller() {
    ReplicatedSession session = cluster.shops.get(0).create(Duration.ofMinutes(30), 0);
    session.attributes().put("one", new byte[40 << 10]);
    session.attributes().put("two", new byte[41 << 10]);
    session.attributes().put("user", "Grace");

    assertThatThrownBy(session::commitWhole)
        .isInstanceOf(SessionTooLargeException.class)
        .hasMessageContaining("maxFrameBytes");
    assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
    session.exit();

    ReplicatedSession moved = found(1, session.id());
    assertThat(moved.attributes()).containsOnlyKeys("one", "user");
    moved.attributes().put("two", new byte[41 << 10]);
    assertThat(moved.commit()).isEqualTo(CommitOutcome.DEGRADED);
    moved.attributes().put("one", new byte[1]);
    assertThat(moved.commit()).isEqualTo(CommitOutcome.PROTECTED);
    moved.exit();
    ReplicatedSession back = found(0, session.id());
    assertThat((byte[]) back.attributes().get("two")).hasSize(41 << 10);
    back.exit();
  }

  @Test
  void areSentWhenTheLastRequestEnds_thoughNoCommitFollows() {
    ReplicatedSession session = cluster.shops.get(0).create(Duration.ofMinutes(30), 0);
    Busy busy = new Busy();
    session.attributes().put("busy", busy);
    session.attributes().put("n", 1);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    assertThat(session.enter()).isTrue();
    busy.isChanging = true;
    session.attributes().put("n", 2);
    long before = heldBack();

    assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
    assertThat(heldBack()).isEqualTo(before + 1);
    session.exit();
    busy.changes = 1;
    busy.isChanging = false;
    String log = CapturedLog.of(session::exit);

    assertThat(log)
        .containsOnlyOnce("attribute \"busy\" of session #")
        .contains("is replicated again");
    assertThat(changesElsewhere(session.id())).isEqualTo(1);
  }

  @Test
  void keepTheirLastGoodValueElsewhere_whenTheyStillChangeAsTheLastRequestEnds() {
    ReplicatedSession session = cluster.shops.get(0).create(Duration.ofMinutes(30), 0);
    Busy busy = new Busy();
    session.attributes().put("busy", busy);
    assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
    busy.changes = 1;
    busy.isChanging = true;

    assertThat(session.commit()).isEqualTo(CommitOutcome.DEGRADED);
    session.exit();

    assertThat(changesElsewhere(session.id())).isZero();
  }
}
