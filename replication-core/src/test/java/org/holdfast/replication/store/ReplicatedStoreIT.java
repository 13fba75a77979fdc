// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.TestCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** A store on three real nodes in one JVM, beside a web application. */
@Timeout(120)
class ReplicatedStoreIT {
  private static final int NODES = 3;
  private static TestCluster cluster;
  private static List<ReplicatedStore> stores;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeAll
  static void start() {
    cluster = TestCluster.of(NODES);
    stores = open(cluster, "shelf", Duration.ofMinutes(30), StoreListener.NONE);
  }

  private static List<ReplicatedStore> open(
      TestCluster on, String name, Duration expiry, StoreListener listener) {
    StoreConfig config =
        StoreConfig.of(name, ReplicatedStoreIT.class.getClassLoader()).withExpiry(expiry);
    return on.nodes.stream().map(node -> ReplicatedStore.open(node, config, listener)).toList();
  }

  @AfterAll
  static void stop() {
    stores.forEach(ReplicatedStore::close);
    cluster.close();
  }

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  private static StoreKey key(TestInfo test) {
    return StoreKey.of(test.getDisplayName());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Optional<Versioned> value) {
    return value.map(v -> new String(v.bytes(), StandardCharsets.UTF_8)).orElse("nothing");
  }

  private static byte[] number(long n) {
    return ByteBuffer.allocate(8).putLong(n).array();
  }

  private static long number(Versioned value) {
    return ByteBuffer.wrap(value.bytes()).getLong();
  }

  @Test
  void givesEachNodeWhatAnotherWrote_withItsVersion(TestInfo test) {
    Written first = stores.get(0).put(key(test), bytes("tea"));
    assertThat(first.isProtected()).isTrue();
    assertThat(stores.get(1).get(key(test))).contains(new Versioned(first.version(), bytes("tea")));

    Written second = stores.get(2).put(key(test), bytes("milk"), first.version());

    assertThat(second.version()).isEqualTo(first.version() + 1);
    assertThat(text(stores.get(0).get(key(test)))).isEqualTo("milk");
  }

  @Test
  void keepsItsBytes_whenTheCallerChangesTheOnesItWasGiven(TestInfo test) {
    byte[] mine = bytes("tea");
    stores.get(0).put(key(test), mine);
    mine[0] = 'x';
    stores.get(0).get(key(test)).orElseThrow().bytes()[0] = 'y';

    assertThat(text(stores.get(0).get(key(test)))).isEqualTo("tea");
    assertThat(text(stores.get(1).get(key(test)))).isEqualTo("tea");
  }

  @Test
  void refusesAWrite_whenTheEntryIsAtAnotherVersion(TestInfo test) {
    long version = stores.get(0).put(key(test), bytes("tea")).version();
    stores.get(1).put(key(test), bytes("milk"));

    assertThatThrownBy(() -> stores.get(0).put(key(test), bytes("late"), version))
        .isInstanceOf(StaleVersionException.class)
        .hasMessageContaining("version " + version)
        .extracting(e -> ((StaleVersionException) e).actualVersion())
        .isEqualTo(version + 1);
    assertThatThrownBy(() -> stores.get(2).put(key(test), bytes("late"), ReplicatedStore.ABSENT))
        .isInstanceOf(StaleVersionException.class);
    assertThatThrownBy(() -> stores.get(2).remove(key(test), version))
        .isInstanceOf(StaleVersionException.class);
    assertThat(text(stores.get(0).get(key(test)))).isEqualTo("milk");
  }

  @Test
  void beginsNothing_whenAVersionIsExpectedOfNothing(TestInfo test) {
    assertThatThrownBy(() -> stores.get(0).put(key(test), bytes("late"), 7))
        .isInstanceOf(StaleVersionException.class)
        .hasMessageContaining("absent");
    assertThatThrownBy(() -> stores.get(0).put(key(test), bytes("late"), -5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-5");

    assertThat(stores.get(1).get(key(test))).isEmpty();
    assertThat(stores.get(1).find(key(test))).isEmpty();
    assertThat(stores.get(1).remove(key(test))).isFalse();
  }

  @Test
  void letsOneOfAllWritersWin_whenTheyExpectTheSameVersion(TestInfo test) throws Exception {
    long version = ReplicatedStore.ABSENT;
    for (int round = 0; round < 15; round++) {
      long expected = version;
      List<Callable<Long>> writers = new ArrayList<>();
      AtomicInteger uncertain = new AtomicInteger();
      for (int i = 0; i < 2 * NODES; i++) {
        ReplicatedStore store = stores.get(i % NODES);
        byte[] value = number(i);
        writers.add(
            () -> {
              try {
                return store.put(key(test), value, expected).version();
              } catch (StaleVersionException e) {
                return -1L;
              } catch (UncertainWriteException e) {
                // A machine that is busy enough has a running write taken for a dead one.
                uncertain.incrementAndGet();
                return -1L;
              }
            });
      }
      List<Long> won = new ArrayList<>();
      int winner = -1;
      for (Future<Long> each : threads.invokeAll(writers)) {
        winner++;
        if (each.get() >= 0) {
          won.add(each.get());
          Versioned now = stores.get(round % NODES).get(key(test)).orElseThrow();
          assertThat(number(now)).isEqualTo(winner);
        }
      }
      assertThat(won).as("winners of round " + round).hasSizeLessThanOrEqualTo(1);
      assertThat(won.size() + uncertain.get()).as("of round " + round).isPositive();
      version = stores.get(0).get(key(test)).map(Versioned::version).orElse(ReplicatedStore.ABSENT);
      if (!won.isEmpty()) {
        assertThat(version).isEqualTo(won.get(0));
      }
    }
  }

  @Test
  void isThereAtOnce_forANodeThatJustFoundNothing(TestInfo test) {
    for (int i = 0; i < 10; i++) {
      StoreKey key = StoreKey.of(test.getDisplayName() + i);
      for (ReplicatedStore store : stores) {
        assertThat(store.get(key)).isEmpty();
      }
      stores.get(i % NODES).put(key, bytes("here"));
      for (ReplicatedStore store : stores) {
        assertThat(text(store.get(key))).isEqualTo("here");
      }
    }
  }

  @Test
  void comesBackAsAnother_afterItWasRemoved(TestInfo test) {
    for (int i = 0; i < 6; i++) {
      ReplicatedStore one = stores.get(i % NODES);
      ReplicatedStore other = stores.get((i / 2 + 1) % NODES);
      long version = one.put(key(test), bytes("life " + i), ReplicatedStore.ABSENT).version();
      assertThat(other.remove(key(test))).isTrue();
      assertThat(one.get(key(test))).isEmpty();

      assertThatThrownBy(() -> one.put(key(test), bytes("ghost"), version))
          .isInstanceOf(StaleVersionException.class);
      long next = other.put(key(test), bytes("next"), ReplicatedStore.ABSENT).version();
      assertThat(next).isNotEqualTo(version);
      assertThat(text(one.get(key(test)))).isEqualTo("next");
      one.remove(key(test), next);
    }
  }

  @Test
  void carriesAttributes_alsoWhenTheyAreChangedInPlace(TestInfo test) {
    try (StoreEntry entry = stores.get(0).open(key(test))) {
      assertThat(entry.isEmpty()).isTrue();
      entry.attributes().put("list", new ArrayList<>(List.of("one")));
      assertThat(entry.commit()).isTrue();
    }
    try (StoreEntry entry = stores.get(1).find(key(test)).orElseThrow()) {
      list(entry).add("two");
      entry.commit();
      entry.close();
    }
    try (StoreEntry entry = stores.get(2).open(key(test))) {
      assertThat(list(entry)).containsExactly("one", "two");
      entry.remove();
      entry.commit();
    }
    assertThat(stores.get(0).find(key(test))).isEmpty();
  }

  @SuppressWarnings("unchecked")
  private static List<String> list(StoreEntry entry) {
    return (List<String>) entry.attributes().get("list");
  }

  @Test
  void endsWhatNobodyUses_once_andTheNameIsFreeAgain(TestInfo test) {
    ConcurrentLinkedQueue<Map<String, Object>> expired = new ConcurrentLinkedQueue<>();
    List<ReplicatedStore> brief =
        open(
            cluster,
            "brief",
            Duration.ofSeconds(1),
            new StoreListener() {
              @Override
              public void onExpired(Map<String, Object> attributes) {
                expired.add(Map.copyOf(attributes));
                throw new IllegalStateException("a listener that fails");
              }
            });
    try (StoreEntry entry = brief.get(0).open(key(test))) {
      entry.attributes().put("colour", "green");
      entry.commit();
    }

    await().atMost(Duration.ofSeconds(30)).until(() -> !expired.isEmpty());

    assertThat(expired).containsExactly(Map.of("colour", "green"));
    await().atMost(Duration.ofSeconds(5)).until(() -> brief.get(1).find(key(test)).isEmpty());
    brief.get(2).put(key(test), bytes("again"), ReplicatedStore.ABSENT);
    assertThat(text(brief.get(0).get(key(test)))).isEqualTo("again");
    brief.forEach(ReplicatedStore::close);
    assertThat(expired).hasSize(1);
  }

  @Test
  void keepsStoresAndApplicationsApart_whenTheyShareTheNode(TestInfo test) {
    List<ReplicatedStore> others =
        open(cluster, "other", Duration.ofMinutes(1), StoreListener.NONE);
    stores.get(0).put(key(test), bytes("mine"));

    assertThat(others.get(0).get(key(test))).isEmpty();
    others.get(1).put(key(test), bytes("theirs"));
    assertThat(text(stores.get(1).get(key(test)))).isEqualTo("mine");

    assertThatThrownBy(() -> open(cluster, "other", Duration.ZERO, StoreListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("store:other");
    others.forEach(ReplicatedStore::close);
  }

  @Test
  void survivesTheNodeTogetherWithTheSessionItIsBeside_andLosesNoAnsweredWrite(TestInfo test)
      throws Exception {
    try (TestCluster doomed = TestCluster.of(NODES)) {
      List<ReplicatedStore> shelf =
          open(doomed, "shelf", Duration.ofMinutes(30), StoreListener.NONE);
      ReplicatedSession session = doomed.shops.get(0).create(Duration.ofMinutes(30), 0);
      session.attributes().put("user", "ada");
      session.commit();
      StoreKey cart = StoreKey.beside(session.id(), "cart");
      shelf.get(0).put(cart, bytes("3 items"));
      String id = session.rename();
      session.commit();
      session.exit();

      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger answered = new AtomicInteger();
      CountDownLatch some = new CountDownLatch(50);
      Future<Integer> counting =
          threads.submit(
              () -> {
                int attempts = 0;
                while (!stop.get()) {
                  attempts++;
                  try {
                    if (!increment(shelf.get(0), key(test)).isProtected()) {
                      return attempts;
                    }
                  } catch (EntryUnavailableException | UncertainWriteException e) {
                    return attempts;
                  }
                  answered.incrementAndGet();
                  some.countDown();
                }
                return attempts;
              });
      assertThat(some.await(30, TimeUnit.SECONDS)).isTrue();
      doomed.stop(0);
      stop.set(true);
      int attempts = counting.get(30, TimeUnit.SECONDS);

      assertThat(StoreKey.beside(id, "cart")).as("also after a login").isEqualTo(cart);
      assertThat(text(shelf.get(1).get(cart))).isEqualTo("3 items");
      Lookup found = doomed.shops.get(1).acquire(id, null);
      assertThat(((Lookup.Found) found).session().attributes()).containsEntry("user", "ada");
      assertThat(number(shelf.get(2).get(key(test)).orElseThrow()))
          .isBetween((long) answered.get(), (long) attempts);
    }
  }

  private static Written increment(ReplicatedStore store, StoreKey key) {
    Optional<Versioned> before = store.get(key);
    long value = before.map(ReplicatedStoreIT::number).orElse(0L);
    return store.put(
        key, number(value + 1), before.map(Versioned::version).orElse(ReplicatedStore.ABSENT));
  }

  @Test
  void refusesToLieBesideAnIdThatIsNotOurs() {
    assertThatThrownBy(() -> StoreKey.beside("0123456789", "cart"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10 characters")
        .hasMessageNotContaining("0123456789");
    assertThat(StoreKey.beside("0123456789abcdefREST", "cart"))
        .hasToString("\"cart\" beside a session");
  }
}
