// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.session.attributes.StoppableCodec.Stop;
import org.junit.jupiter.api.Test;

/** No change is lost, and nothing waits for a lock of the application, whatever overlaps. */
class OverlappingCommitsTest extends AttributesFixture {
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

    assertThat(done(first)).containsOnly(Map.entry("a", "text:1"));
    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).isEmpty();
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
}
