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

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.StoppableCodec.Stop;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No change is lost, and nothing waits for a lock of the application, whatever overlaps. */
@Timeout(60)
class SessionAttributesTest {
  private final StoppableCodec codec = new StoppableCodec();
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private SessionAttributes attributes = create(ChangeDetection.ON_GET, Map.of());
  private RecordingSecondary secondary = new RecordingSecondary(Map.of());

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private SessionAttributes create(ChangeDetection detection, Map<String, byte[]> envelopes) {
    return new SessionAttributes(codec, detection, metrics, envelopes);
  }

  private void arriveWith(ChangeDetection detection, Map<String, byte[]> envelopes) {
    attributes = create(detection, envelopes);
    secondary = new RecordingSecondary(envelopes);
  }

  /** A request's end. */
  private Map<String, String> commit() {
    return secondary.commit(attributes);
  }

  private CompletableFuture<Map<String, String>> commitElsewhere() {
    return CompletableFuture.supplyAsync(this::commit, threads);
  }

  private static <T> T done(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  @SuppressWarnings("unchecked")
  private List<String> list(String name) {
    return (List<String>) attributes.get(name);
  }

  private static List<String> listOf(String... items) {
    return new ArrayList<>(Arrays.asList(items));
  }

  // one commit after the other

  @Test
  void sendsAllThatAFailedCommitDidNot_whenItsRequestHasLeft() {
    attributes.put("n", "4");
    attributes.put("cart", listOf("x"));
    commit();
    attributes.forgetTouched();

    attributes.put("n", "5");
    list("cart").add(StoppableCodec.POISON);
    assertThatThrownBy(this::commit).isInstanceOf(UnserializableAttributeException.class);
    attributes.forgetTouched();
    attributes.put("cart", listOf("y"));

    assertThat(commit()).containsOnly(Map.entry("n", "text:5"), Map.entry("cart", "list:y"));
  }

  @Test
  void sendsAMutation_whenOnlyAnotherRequestsCommitHadSentTheValueBeforeIt() {
    attributes.put("cart", listOf("x"));
    attributes.put("bad", listOf());
    List<String> mine = list("cart");
    commit();
    mine.add("y");
    list("bad").add(StoppableCodec.POISON);
    assertThatThrownBy(this::commit).isInstanceOf(UnserializableAttributeException.class);
    attributes.forgetTouched();
    attributes.remove("bad");

    assertThat(commit()).containsEntry("cart", "list:x,y");
  }

  @Test
  void sendsAMutationOfWhatWasRead_whenAnotherCommitCameBetween() {
    arriveWith(ChangeDetection.ON_GET, Map.of("cart", StoppableCodec.bytes(listOf("x"))));
    List<String> mine = list("cart");
    assertThat(commit()).isEmpty();
    mine.add("y");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void sendsAPutAfterTheLastCommit_whenTheRequestHasLeft() {
    attributes.put("n", "4");
    commit();
    attributes.put("n", "5");
    attributes.forgetTouched();

    assertThat(commit()).containsOnly(Map.entry("n", "text:5"));
  }

  @Test
  void sendsAllInTheNextCommit_whenTheReplicaRefusedOrFailed() {
    attributes.put("old", "1");
    commit();
    attributes.put("n", "1");
    attributes.put("cart", listOf("x"));
    attributes.remove("old");
    secondary.refuse(true);
    commit();
    attributes.forgetTouched();
    secondary.refuse(false);
    secondary.fail(true);
    assertThatThrownBy(this::commit).isInstanceOf(IllegalArgumentException.class);
    attributes.forgetTouched();
    secondary.fail(false);

    commit();

    assertThat(secondary.image())
        .containsOnly(Map.entry("n", "text:1"), Map.entry("cart", "list:x"));
  }

  @Test
  void sendsNothing_whenBytesAreWhatWasSent() {
    attributes.put("n", "1");
    attributes.put("cart", listOf("x"));
    commit();
    attributes.put("n", "1");
    attributes.remove("cart");
    attributes.put("cart", listOf("x"));
    attributes.put("never sent", "1");
    attributes.remove("never sent");

    assertThat(commit()).isEmpty();
    assertThat(secondary.steps()).isEqualTo(1);
  }

  @Test
  void encodesATouchedValueOnceMore_whileARequestRuns_andNotAfterwards() {
    attributes.put("cart", listOf("x"));
    attributes.put("n", "1");
    commit();
    commit();
    assertThat(codec.encodings).hasValue(3);
    attributes.forgetTouched();

    commit();
    assertThat(attributes.get("n")).isEqualTo("1");
    commit();

    assertThat(codec.encodings).as("neither touched nor pending").hasValue(3);
    list("cart");
    commit();
    assertThat(codec.encodings).as("a mutable one was read").hasValue(4);
  }

  @Test
  void comparesWhatTheDetectionAsksFor() {
    Map<String, byte[]> envelopes = Map.of("cart", StoppableCodec.bytes(listOf("x")));
    arriveWith(ChangeDetection.ON_SET, envelopes);
    list("cart").add("y");
    assertThat(commit()).isEmpty();

    arriveWith(ChangeDetection.ALL, envelopes);
    List<String> kept = list("cart");
    commit();
    attributes.forgetTouched();
    kept.add("y");
    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  // commits that overlap

  @Test
  void sendsWhatWasPutDuringAnEncoding_inTheNextCommit() throws Exception {
    attributes.put("n", "1");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();

    assertThat(attributes.put("n", "2")).isEqualTo("1");
    stop.open();

    assertThat(done(first)).containsOnly(Map.entry("n", "text:1"));
    attributes.forgetTouched();
    assertThat(commit()).containsOnly(Map.entry("n", "text:2"));
  }

  @Test
  void sendsWhatWasMutatedDuringAnEncoding_whenItsReaderCommits() throws Exception {
    attributes.put("cart", listOf("x"));
    Stop stop = codec.stopAfterEncoding("cart");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();

    list("cart").add("y");
    attributes.forgetTouched();
    stop.open();

    assertThat(done(first)).containsOnly(Map.entry("cart", "list:x"));
    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void publishesNoOlderEncoding_whenTwoCommitsEndInReverseOrder() throws Exception {
    attributes.put("n", "1");
    attributes.put("cart", listOf("x"));
    attributes.put("only first", "1");
    Stop stop = codec.stopAfterEncoding("cart");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.put("n", "2");
    list("cart").add("y");

    assertThat(commit())
        .as("with what the first one has not published yet: this answer may rest on it")
        .containsOnly(
            Map.entry("n", "text:2"),
            Map.entry("cart", "list:x,y"),
            Map.entry("only first", "text:1"));
    stop.open();

    assertThat(done(first)).isEmpty();
    assertThat(secondary.image()).containsEntry("n", "text:2").containsEntry("cart", "list:x,y");
    attributes.forgetTouched();
    assertThat(commit()).isEmpty();
  }

  @Test
  void publishesNoOlderEncoding_whenTheLaterCommitFoundTheBytesSentAlready() throws Exception {
    attributes.put("n", "1");
    commit();
    attributes.put("n", "2");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.put("n", "1");
    assertThat(commit()).isEmpty();
    stop.open();

    assertThat(done(first)).isEmpty();
    assertThat(secondary.image()).containsOnly(Map.entry("n", "text:1"));
  }

  @Test
  void publishesTheOlderEncoding_whenTheLaterCommitWasRefused() throws Exception {
    attributes.put("n", "1");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.put("n", "2");
    secondary.refuse(true);
    commit();
    secondary.refuse(false);
    stop.open();

    assertThat(done(first)).containsOnly(Map.entry("n", "text:1"));
    attributes.forgetTouched();
    assertThat(commit()).containsOnly(Map.entry("n", "text:2"));
  }

  @Test
  void losesNothing_whenAnEncodingFailsAfterItsRequestHasLeft() throws Exception {
    attributes.put("a", "1");
    attributes.put("bad", listOf(StoppableCodec.POISON));
    Stop stop = codec.stopAfterEncoding("bad");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.remove("bad");
    attributes.forgetTouched();
    stop.open();
    assertThatThrownBy(() -> done(first)).isInstanceOf(ExecutionException.class);

    assertThat(commit()).containsOnly(Map.entry("a", "text:1"));
  }

  @Test
  void doesNotBringBackWhatWasRemovedDuringItsFirstEncoding() throws Exception {
    attributes.put("n", "1");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.remove("n");
    assertThat(commit()).isEmpty();
    attributes.put("n", "2");
    stop.open();

    assertThat(done(first)).isEmpty();
    assertThat(secondary.image()).as("as the second commit was told").isEmpty();
    assertThat(commit()).containsOnly(Map.entry("n", "text:2"));
  }

  @Test
  void doesNotBringBackWhatWasSentAndRemovedDuringAnEncoding() throws Exception {
    attributes.put("n", "1");
    commit();
    attributes.put("n", "2");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.remove("n");
    assertThat(commit()).containsKey("n").containsValue(null);
    stop.open();

    assertThat(done(first)).isEmpty();
    assertThat(secondary.image()).isEmpty();
  }

  @Test
  void sendsARemovalDuringAnEncoding_whenTheNextCommitComesAfterIt() throws Exception {
    attributes.put("n", "1");
    Stop stop = codec.stopAfterEncoding("n");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    stop.awaitReached();
    attributes.remove("n");
    stop.open();
    done(first);

    commit();

    assertThat(secondary.image()).isEmpty();
  }

  @Test
  void keepsWhatWasPutAgain_whenTheRemovalIsPublishedLate() throws Exception {
    attributes.put("n", "1");
    attributes.put("other", listOf("x"));
    commit();
    attributes.remove("n");
    Stop stop = codec.stopAfterEncoding("other");
    CompletableFuture<Map<String, String>> removal = commitElsewhere();
    stop.awaitReached();
    attributes.put("n", "1");
    commit();
    stop.open();
    done(removal);

    assertThat(secondary.image()).containsEntry("n", "text:1");
  }

  // locks of the application

  @Test
  void letsTheOwnerOfAValuesLockDoAnything_whileTheValueIsEncoded() throws Exception {
    List<String> locked = listOf("x");
    attributes.put("v", locked);
    Stop stop = codec.stopBeforeEncoding("v");
    CompletableFuture<Map<String, String>> encoder = commitElsewhere();
    stop.awaitReached();

    CompletableFuture<Void> owner =
        CompletableFuture.runAsync(
            () -> {
              synchronized (locked) {
                stop.open();
                locked.add("y");
                attributes.put("v", locked);
                assertThat(attributes.get("v")).isSameAs(locked);
                assertThat(attributes.replace("v", locked, locked)).isTrue();
                attributes.computeIfAbsent("w", name -> "1");
                assertThat(attributes.keySet()).containsOnly("v", "w");
                assertThat(attributes.remove("v", locked)).isTrue();
                attributes.putIfAbsent("v", locked);
                attributes.forgetTouched();
                commit();
              }
            },
            threads);

    try {
      done(owner);
      done(encoder);
    } catch (TimeoutException e) {
      assertThat(ManagementFactory.getThreadMXBean().findDeadlockedThreads())
          .as("deadlocked threads")
          .isNull();
      throw e;
    }
    assertThat(secondary.image()).containsEntry("v", "list:x,y");
  }

  @Test
  void waitsForNoDecoding_whenAValueIsReplaced_andAgreesOnOneValue() throws Exception {
    arriveWith(ChangeDetection.ON_GET, Map.of("cart", StoppableCodec.bytes(listOf("x"))));
    Stop stop = codec.stopBeforeDecoding("cart");
    CompletableFuture<Object> slow =
        CompletableFuture.supplyAsync(() -> attributes.get("cart"), threads);
    stop.awaitReached();

    Object fast = attributes.get("cart");
    assertThat(attributes.put("cart", listOf("y"))).isSameAs(fast);
    stop.open();

    assertThat(done(slow)).isSameAs(fast);
    assertThat(commit()).containsOnly(Map.entry("cart", "list:y"));
  }

  // the rest of the map

  @Test
  void keepsBytesThatCannotBeRead_andCountsThemOnce() {
    arriveWith(ChangeDetection.ALL, Map.of("bad", "?".getBytes(StandardCharsets.UTF_8)));

    assertThat(attributes.get("bad")).isNull();
    assertThat(attributes.get("bad")).isNull();
    assertThat(attributes).isEmpty();
    assertThat(metrics.value(Counter.UNREADABLE_ATTRIBUTES)).isEqualTo(1);
    assertThat(commit()).isEmpty();
    assertThat(attributes.putIfAbsent("bad", "good")).isNull();
    assertThat(commit()).containsOnly(Map.entry("bad", "text:good"));
  }

  @Test
  void replacesNothing_whenAnotherValueCameDuringTheComparison() {
    List<String> overtaken =
        new ArrayList<>() {
          @Override
          public boolean equals(Object other) {
            attributes.put("n", "other");
            return true;
          }

          @Override
          public int hashCode() {
            return 0;
          }
        };
    attributes.put("n", overtaken);
    assertThat(attributes.replace("n", "1", "2")).isFalse();
    attributes.put("n", overtaken);
    assertThat(attributes.remove("n", "1")).isFalse();
    assertThat(attributes).containsEntry("n", "other");
  }

  @Test
  void losesNoIncrement_whenThreadsCompute() throws Exception {
    List<CompletableFuture<Void>> users = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(1);
    for (int i = 0; i < 4; i++) {
      users.add(
          CompletableFuture.runAsync(
              () -> {
                Stop.await(start);
                for (int k = 0; k < 500; k++) {
                  attributes.merge("n", "1", (a, b) -> "" + (Integer.parseInt((String) a) + 1));
                }
              },
              threads));
    }
    start.countDown();
    for (CompletableFuture<Void> user : users) {
      done(user);
    }
    assertThat(attributes).containsEntry("n", "2000");
  }

  @Test
  void replacesAndRemovesOnlyWhatIsThere() {
    assertThat(attributes.replace("n", "1")).isNull();
    assertThat(attributes.replace("n", "1", "2")).isFalse();
    assertThat(attributes.remove("n", "1")).isFalse();
    attributes.put("n", "1");
    assertThat(attributes.putIfAbsent("n", "3")).isEqualTo("1");
    assertThat(attributes.replace("n", "2", "3")).isFalse();
    assertThat(attributes.replace("n", "2")).isEqualTo("1");
    assertThat(attributes.remove("n", "1")).isFalse();
    assertThat(attributes).isEqualTo(new HashMap<>(Map.of("n", "2")));
    attributes.clear();
    assertThat(attributes).isEmpty();
  }
}
