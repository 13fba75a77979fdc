// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * Writes strings and lists of strings readably, and can be stopped: after the bytes are written, so
 * that they are old when it goes on, or before anything is read.
 */
final class StoppableCodec implements AttributeCodec {
  static final String POISON = "poison";

  /** Stops the first thread that comes. */
  static final class Stop {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    void awaitReached() {
      await(reached);
    }

    void open() {
      open.countDown();
    }

    void pass() {
      reached.countDown();
      await(open);
    }

    static void await(CountDownLatch latch) {
      try {
        if (!latch.await(20, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nothing happened within 20 s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  final AtomicInteger encodings = new AtomicInteger();
  private final Map<String, Throwable> failures = new ConcurrentHashMap<>();
  private final Map<String, Stop> beforeEncoding = new ConcurrentHashMap<>();
  private final Map<String, Stop> afterEncoding = new ConcurrentHashMap<>();
  private final Map<String, Stop> beforeDecoding = new ConcurrentHashMap<>();

  Stop stopBeforeEncoding(String name) {
    return arm(beforeEncoding, name);
  }

  Stop stopAfterEncoding(String name) {
    return arm(afterEncoding, name);
  }

  Stop stopBeforeDecoding(String name) {
    return arm(beforeDecoding, name);
  }

  /** Has the value of that name throw when it is encoded, until that is null. */
  void fail(String name, @Nullable Throwable problem) {
    if (problem == null) {
      failures.remove(name);
    } else {
      failures.put(name, problem);
    }
  }

  private static Stop arm(Map<String, Stop> stops, String name) {
    Stop stop = new Stop();
    stops.put(name, stop);
    return stop;
  }

  private static void pass(Map<String, Stop> stops, String name) {
    Stop stop = stops.remove(name);
    if (stop != null) {
      stop.pass();
    }
  }

  /**
   * The encoding of a list, under its lock, as {@code Vector} and the synchronized wrappers do it.
   */
  static String text(Object value) {
    if (value instanceof List<?> list) {
      synchronized (list) {
        return "list:" + String.join(",", list.stream().map(String::valueOf).toList());
      }
    }
    return "text:" + value;
  }

  static byte[] bytes(Object value) {
    return text(value).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void check(String name, Object value) {
    if (failures.get(name) instanceof UnserializableAttributeException problem) {
      throw problem;
    }
  }

  @Override
  public byte[] encode(String name, Object value) {
    pass(beforeEncoding, name);
    Throwable failure = failures.get(name);
    if (failure instanceof RuntimeException problem) {
      throw problem;
    } else if (failure instanceof Error problem) {
      throw problem;
    }
    encodings.incrementAndGet();
    String text = text(value);
    pass(afterEncoding, name);
    if (text.contains(POISON)) {
      throw new UnserializableAttributeException("attribute \"" + name + "\": poisoned");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public Object decode(String name, byte[] envelope) {
    pass(beforeDecoding, name);
    // The text after the bar is of a newer version, which this one skips.
    String text = new String(envelope, StandardCharsets.UTF_8).replaceFirst("\\|.*", "");
    if (text.startsWith("list:")) {
      return new ArrayList<>(List.of(text.substring(5).split(",")));
    }
    if (text.startsWith("text:")) {
      return text.substring(5);
    }
    throw new CorruptAttributeException("attribute \"" + name + "\": no kind");
  }

  @Override
  public boolean isImmutable(Object value) {
    return value instanceof String;
  }

  @Override
  public void close() {}
}
