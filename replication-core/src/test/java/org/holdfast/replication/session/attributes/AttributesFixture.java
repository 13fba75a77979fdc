// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.config.ChangeDetection;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The attributes of a session, with a secondary that is sent what they capture. */
@Timeout(60)
abstract class AttributesFixture {
  final StoppableCodec codec = new StoppableCodec();
  final ReplicationMetrics metrics = new ReplicationMetrics();
  final AttributeTraffic traffic = new AttributeTraffic("test", "a", "shop");
  final ExecutorService threads = Executors.newCachedThreadPool();
  SessionAttributes attributes = create(ChangeDetection.ON_GET, Map.of());
  RecordingSecondary secondary = new RecordingSecondary(Map.of());

  @AfterEach
  final void stop() {
    threads.shutdownNow();
  }

  private SessionAttributes create(ChangeDetection detection, Map<String, byte[]> envelopes) {
    return new SessionAttributes(
        codec,
        detection,
        metrics,
        traffic,
        AttributePatches.NONE,
        envelopes,
        (name, problem, replaced) -> {});
  }

  final void arriveWith(ChangeDetection detection, Map<String, byte[]> envelopes) {
    attributes = create(detection, envelopes);
    secondary = new RecordingSecondary(envelopes);
  }

  /** A request's end. */
  final Map<String, String> commit() {
    return secondary.commit(attributes);
  }

  final CompletableFuture<Map<String, String>> commitElsewhere() {
    return CompletableFuture.supplyAsync(this::commit, threads);
  }

  static <T> T done(CompletableFuture<T> future) throws Exception {
    return future.get(20, TimeUnit.SECONDS);
  }

  @SuppressWarnings("unchecked")
  final List<String> list(String name) {
    return (List<String>) attributes.get(name);
  }

  static List<String> listOf(String... items) {
    return new ArrayList<>(Arrays.asList(items));
  }
}
