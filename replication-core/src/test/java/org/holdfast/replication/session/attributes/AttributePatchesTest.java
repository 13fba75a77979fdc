// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.config.ReplicationScope;
import org.holdfast.replication.session.attributes.StoppableCodec.Stop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A patch of a large attribute goes out if there is a short one, against bytes that the secondaries
 * hold for sure.
 */
class AttributePatchesTest extends AttributesFixture {
  private static final ApplicationConfig CONFIG =
      ApplicationConfig.of("shop", AttributePatchesTest.class.getClassLoader());

  private final AtomicInteger comparisons = new AtomicInteger();
  private volatile Stop afterTheLook = new Stop();
  private volatile boolean stops;

  @BeforeEach
  void comparesWithWhatTheSecondaryHolds() {
    start(CONFIG, Map.of());
  }

  private void start(ApplicationConfig config, Map<String, byte[]> envelopes) {
    secondary = new RecordingSecondary(envelopes);
    attributes =
        new SessionAttributes(
            codec,
            ChangeDetection.ON_GET,
            metrics,
            traffic,
            AttributePatches.of(config, this::held),
            envelopes,
            (name, problem, replaced) -> {});
  }

  private byte[] held(String name) {
    comparisons.incrementAndGet();
    byte[] bytes = secondary.bytes(name);
    if (stops) {
      stops = false;
      afterTheLook.pass();
    }
    return bytes;
  }

  private static List<String> items(int count) {
    List<String> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add("item " + i * 7919);
    }
    return items;
  }

  @Test
  void sendsAPatch_whenALittleOfALargeAttributeChanged() {
    attributes.put("large", items(1_000));
    attributes.put("small", items(100));
    commit();
    assertThat(secondary.patched()).as("for the first time").isEmpty();

    list("large").set(500, "another");
    list("small").set(50, "another");

    assertThat(commit()).containsOnlyKeys("large", "small");
    assertThat(secondary.patched()).containsExactly("large");
  }

  @Test
  void sendsAPatch_againstWhatTheSessionCameWith() {
    start(CONFIG, Map.of("large", StoppableCodec.bytes(items(1_000))));

    list("large").add("one more");

    commit();
    assertThat(secondary.patched()).containsExactly("large");
  }

  @Test
  void sendsTheWhole_whenThePatchWouldBeMoreThanHalfOfIt() {
    attributes.put("large", items(1_000));
    commit();

    list("large").replaceAll(item -> item.hashCode() + "x");

    commit();
    assertThat(secondary.patched()).isEmpty();
  }

  @Test
  void sendsTheWhole_whenOtherBytesWerePublishedAfterTheLook() throws Exception {
    attributes.put("large", items(1_000));
    commit();
    list("large").set(100, "first");
    Stop encoded = codec.stopAfterEncoding("large");
    CompletableFuture<Map<String, String>> first = commitElsewhere();
    encoded.awaitReached();
    list("large").set(900, "second");
    stops = true;
    CompletableFuture<Map<String, String>> second = commitElsewhere();
    afterTheLook.awaitReached();

    encoded.open();
    done(first);
    assertThat(secondary.patched()).containsExactly("large");
    afterTheLook.open();

    assertThat(done(second)).containsOnlyKeys("large");
    assertThat(secondary.patched()).as("the base is what was there before").isEmpty();
    assertThat(secondary.image().get("large")).contains("first").contains("second");
  }

  @Test
  void makesNone_whenNothingWillBeSent() throws Exception {
    attributes.put("large", items(1_000));
    commit();
    list("large").set(100, "other");

    try (AttributeCapture capture = attributes.capture()) {
      capture.encode();
      assertThat(capture.changes(null).changed()).containsOnlyKeys("large");
    }

    assertThat(comparisons).hasValue(0);
  }

  @Test
  void comparesMoreAndMoreSeldom_whereNothingStaysTheSame_andAgainOnceItDoes() {
    Random random = new Random(42);
    attributes.put("large", items(1_000));
    commit();
    for (int i = 0; i < 1_000; i++) {
      list("large").replaceAll(item -> Long.toString(random.nextLong(), 36));
      commit();
    }
    assertThat(comparisons).hasValueBetween(10, 25);

    int patched = 0;
    for (int i = 0; i < 200; i++) {
      list("large").set(i, "changed " + i);
      commit();
      patched += secondary.patched().size();
    }
    assertThat(patched).isGreaterThanOrEqualTo(200 - 64);
  }

  @Test
  void comparesNothing_whenItIsSwitchedOff_orWholeSessionsTravel() {
    for (ApplicationConfig config :
        List.of(CONFIG.withPatchFromBytes(0), whole(ReplicationScope.MODIFIED_SESSION))) {
      start(config, Map.of());
      attributes.put("large", items(1_000));
      commit();
      list("large").set(500, "another");
      assertThat(commit()).containsOnlyKeys("large");
    }
    assertThat(comparisons).hasValue(0);
  }

  private static ApplicationConfig whole(ReplicationScope scope) {
    return new ApplicationConfig(
        CONFIG.name(),
        CONFIG.classLoader(),
        scope,
        CONFIG.detection(),
        AckMode.SYNC,
        CONFIG.asyncLag(),
        CONFIG.degraded(),
        CONFIG.degradedWait(),
        CONFIG.patchFromBytes(),
        CONFIG.serialization());
  }

  @Test
  void keepsTheSizesThatTheyCompareFrom() {
    start(CONFIG.withPatchFromBytes(256), Map.of());
    String text = "x".repeat(300);
    attributes.put("text", text);
    commit();

    attributes.put("text", text + "y");

    commit();
    assertThat(secondary.patched()).containsExactly("text");
    assertThat(secondary.bytes("text"))
        .hasSize("text:".getBytes(StandardCharsets.UTF_8).length + 301);
  }
}
