// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Entries that go, or cannot be written, just as somebody uses them. */
@Timeout(60)
class ContestedEntriesIT {
  private static final int MAX_FRAME_BYTES = 64 << 10;
  private static final byte[] SMALL = {1, 2, 3};

  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = new TestCluster(2, builder -> builder.maxFrameBytes(MAX_FRAME_BYTES), shop -> shop);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static StoreConfig config(String name) {
    return StoreConfig.of(name, ContestedEntriesIT.class.getClassLoader());
  }

  private static ReplicatedStore open(int node, TestInfo test) {
    return ReplicatedStore.open(cluster.nodes.get(node), config(test.getDisplayName()));
  }

  @Test
  void keepTheFormerBytes_whenTheNewOnesDoNotFitIntoAFrame(TestInfo test) {
    StoreKey key = StoreKey.of("entry");
    byte[] large = new byte[2 * MAX_FRAME_BYTES];
    try (ReplicatedStore store = open(0, test)) {
      assertThatThrownBy(() -> store.put(key, large, ReplicatedStore.ABSENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maxFrameBytes");
      assertThat(store.get(key)).as("nothing was written").isEmpty();
      Written first = store.put(key, SMALL, ReplicatedStore.ABSENT);

      assertThatThrownBy(() -> store.put(key, large)).isInstanceOf(IllegalArgumentException.class);

      assertThat(store.get(key)).contains(new Versioned(first.version(), SMALL));
      assertThat(store.put(key, SMALL, first.version()).version()).isEqualTo(first.version() + 1);
    }
  }

  @Test
  void takeNoWrite_whileTheirEndIsTold(TestInfo test) throws Exception {
    StoreKey key = StoreKey.of("entry");
    CountDownLatch told = new CountDownLatch(1);
    CountDownLatch tried = new CountDownLatch(1);
    StoreListener slow =
        new StoreListener() {
          @Override
          public void onExpired(Map<String, Object> attributes) {
            told.countDown();
            try {
              boolean unused = tried.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        };
    StoreConfig brief = config(test.getDisplayName()).withExpiry(Duration.ofSeconds(1));
    try (ReplicatedStore store = ReplicatedStore.open(cluster.nodes.get(0), brief, slow)) {
      store.put(key, SMALL);
      assertThat(told.await(20, TimeUnit.SECONDS)).isTrue();

      assertThatThrownBy(() -> store.put(key, SMALL))
          .as("it would be answered, and gone a moment later")
          .isInstanceOf(EntryUnavailableException.class)
          .hasMessageContaining("it has expired");
      assertThatThrownBy(() -> store.open(key)).isInstanceOf(EntryUnavailableException.class);
      tried.countDown();
    }
  }

  @Test
  void tellWhoCommits_thatSomebodyElseHasRemovedThem(TestInfo test) {
    StoreKey key = StoreKey.of("entry");
    try (ReplicatedStore store = open(0, test);
        StoreEntry mine = store.open(key);
        StoreEntry same = store.open(key)) {
      mine.attributes().put("colour", "green");
      assertThat(mine.commit()).isTrue();
      assertThat(store.remove(key)).isTrue();

      mine.attributes().put("colour", "red");
      assertThatThrownBy(mine::commit)
          .isInstanceOf(UncertainWriteException.class)
          .hasMessageContaining("another caller removed it");
      same.remove();
      assertThat(same.commit()).as("the end is what was asked for").isTrue();
    }
  }

  @Test
  void areNotRemoved_atNoVersion(TestInfo test) {
    try (ReplicatedStore store = open(0, test)) {
      assertThatThrownBy(() -> store.remove(StoreKey.of("entry"), ReplicatedStore.ABSENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("was 0");
    }
  }

  @Test
  void stayWhereTheyAre_whenAStoreIsAskedThatWasClosed(TestInfo test) {
    StoreKey key = StoreKey.of("entry");
    List<StoreKey> released = new CopyOnWriteArrayList<>();
    StoreListener noting =
        new StoreListener() {
          @Override
          public void onReleased(StoreKey gone) {
            released.add(gone);
          }
        };
    StoreConfig config = config(test.getDisplayName());
    ReplicatedStore closed = open(1, test);
    try (ReplicatedStore store = ReplicatedStore.open(cluster.nodes.get(0), config, noting)) {
      store.put(key, SMALL);
      closed.close();

      assertThatThrownBy(() -> closed.get(key)).isInstanceOf(EntryUnavailableException.class);
      assertThatThrownBy(() -> closed.put(key, SMALL))
          .isInstanceOf(EntryUnavailableException.class)
          .hasMessageContaining("closed");
      assertThatThrownBy(() -> closed.find(key)).isInstanceOf(EntryUnavailableException.class);

      assertThat(released).isEmpty();
    }
  }
}
