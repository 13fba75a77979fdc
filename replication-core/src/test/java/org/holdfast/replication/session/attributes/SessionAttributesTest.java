// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.attributes.StoppableCodec.Stop;
import org.junit.jupiter.api.Test;

/** A commit sends what has changed since it was last sent, all of it and nothing else. */
class SessionAttributesTest extends AttributesFixture {
  // one commit after the other

  @Test
  void keepsTheLastGoodValueElsewhere_whenAValueCannotBeEncoded_andSendsAllElse() {
    attributes.put("n", "4");
    attributes.put("cart", listOf("x"));
    commit();
    attributes.forgetTouched();

    attributes.put("n", "5");
    list("cart").add(StoppableCodec.POISON);

    assertThat(commit()).containsOnly(Map.entry("n", "text:5"));
    assertThat(secondary.heldBack()).containsOnly(Map.entry("cart", 1L));
    assertThat(secondary.image()).containsEntry("cart", "list:x");
  }

  @Test
  void keepsTheLastGoodValueElsewhere_whenARefusedValueReplacesIt_alsoAfterARemoval() {
    attributes.put("cart", listOf("x"));
    commit();
    attributes.remove("cart");

    assertThat(attributes.putHeldBack("cart", listOf("x", StoppableCodec.POISON))).isTrue();

    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnly(Map.entry("cart", 1L));
    assertThat(secondary.image()).containsEntry("cart", "list:x");
    attributes.forgetTouched();
    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnlyKeys("cart");

    list("cart").remove(StoppableCodec.POISON);
    list("cart").add("y");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
    assertThat(secondary.heldBack()).isEmpty();
  }

  @Test
  void doesNotTakeARefusedValue_whenOtherNodesHaveNothingUnderItsName() {
    attributes.put("cart", listOf("x"));

    assertThat(attributes.putHeldBack("cart", listOf(StoppableCodec.POISON))).isFalse();
    assertThat(attributes.putHeldBack("user", listOf(StoppableCodec.POISON))).isFalse();

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x"));
  }

  @Test
  void triesAgainAtEachCommit_whenAValueIsHeldBack_alsoIfNobodyReadsIt() {
    attributes.put("cart", listOf("x"));
    commit();
    List<String> cart = list("cart");
    cart.add(StoppableCodec.POISON);
    commit();
    attributes.forgetTouched();
    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnlyKeys("cart");

    cart.remove(StoppableCodec.POISON);
    cart.add("again");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,again"));
    assertThat(secondary.heldBack()).isEmpty();
  }

  @Test
  void sendsWhatReplacesOrRemovesAValue_whenThatWasHeldBack() {
    attributes.put("cart", listOf("x"));
    attributes.put("gone", listOf("x"));
    commit();
    list("cart").add(StoppableCodec.POISON);
    list("gone").add(StoppableCodec.POISON);
    commit();
    attributes.forgetTouched();

    attributes.put("cart", listOf("y"));
    attributes.remove("gone");

    assertThat(commit()).hasSize(2).containsEntry("cart", "list:y").containsEntry("gone", null);
    assertThat(secondary.heldBack()).isEmpty();
  }

  @Test
  void holdsBackWhatever_aValueThrows() {
    List<Throwable> problems =
        List.of(
            new IllegalStateException("a getter failed"),
            new StackOverflowError(),
            new OutOfMemoryError("Java heap space"),
            new NoClassDefFoundError("shop/Item"));
    attributes.put("n", "1");
    attributes.put("cart", listOf("x"));
    commit();
    for (Throwable problem : problems) {
      codec.fail("cart", problem);
      list("cart").add("y");

      assertThat(commit()).as("%s", problem).isEmpty();
      assertThat(secondary.heldBack()).as("%s", problem).containsOnlyKeys("cart");
    }
    codec.fail("cart", null);

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y,y,y,y"));
  }

  @Test
  void readsAValueThatCame_whateverEncodingItThrows() {
    List<Throwable> problems =
        List.of(
            new UnserializableAttributeException("refused"),
            new IllegalStateException("a getter failed"),
            new AssertionError("a hashCode failed"),
            new StackOverflowError(),
            new OutOfMemoryError("Java heap space"));
    for (Throwable problem : problems) {
      arriveWith(ChangeDetection.ON_GET, Map.of("cart", StoppableCodec.bytes(List.of("x"))));
      codec.fail("cart", problem);

      assertThat(list("cart")).as("%s", problem).containsExactly("x");
      assertThat(commit()).as("%s", problem).isEmpty();
      assertThat(secondary.heldBack()).as("%s", problem).containsOnlyKeys("cart");
    }
    codec.fail("cart", null);
    list("cart").add("y");

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void readsValuesThatCameTogether_whateverEncodingThemThrows() {
    List<String> names = List.of("cart", "user");
    String unit = UnitEnvelope.nameOf(names);
    byte[] both = StoppableCodec.bytes(List.of("x", "y"));
    arriveWith(
        ChangeDetection.ON_GET,
        Map.of(
            unit,
            new UnitEnvelope(names, both).toBytes(),
            "cart",
            UnitEnvelope.member(unit),
            "user",
            UnitEnvelope.member(unit)));
    codec.fail("cart+user", new AssertionError("a hashCode failed"));

    assertThat(attributes.get("cart")).isEqualTo("x");
    assertThat(attributes.get("user")).isEqualTo("y");
  }

  @Test
  void triesAValueAgain_thatWasPutAgainAndRefused_alsoIfReadsDoNotCount() {
    arriveWith(ChangeDetection.ON_SET, Map.of());
    List<String> cart = listOf("x");
    attributes.put("cart", cart);
    commit();
    cart.add("y");
    codec.fail("cart", new UnserializableAttributeException("refused"));

    assertThatThrownBy(() -> attributes.put("cart", cart))
        .isInstanceOf(UnserializableAttributeException.class);
    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnlyKeys("cart");
    codec.fail("cart", null);

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
  }

  @Test
  void acceptsAValue_whichChangesJustAsItIsPut() {
    codec.fail(
        "cart",
        new UnserializableAttributeException(
            "changed", UnserializableAttributeException.Reason.CHANGED, null, new Exception()));
    attributes.put("cart", listOf("x"));
    assertThat(commit()).isEmpty();
    assertThat(secondary.heldBack()).containsOnly(Map.entry("cart", HeldBack.NOTHING));
    codec.fail("cart", null);

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x"));
  }

  @Test
  void sendsAMutation_whenOnlyAnotherRequestsCommitHadSentTheValueBeforeIt() {
    attributes.put("cart", listOf("x"));
    attributes.put("bad", listOf());
    List<String> mine = list("cart");
    commit();
    mine.add("y");
    list("bad").add(StoppableCodec.POISON);

    assertThat(commit()).containsOnly(Map.entry("cart", "list:x,y"));
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
