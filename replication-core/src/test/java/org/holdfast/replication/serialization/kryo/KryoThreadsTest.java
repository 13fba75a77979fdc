// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One codec, asked by many threads at once. */
class KryoThreadsTest {
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  @Test
  @Timeout(60)
  void givesEveryThreadItsOwnValue() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Boolean>> done = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int id = t;
        Callable<Boolean> work =
            () -> {
              start.await();
              for (int i = 0; i < 500; i++) {
                Object value = value(id, i);
                if (!trip(value).equals(value)) {
                  return false;
                }
                if (i % 50 == 0) {
                  byte[] bytes = codec.encode("a", value);
                  byte[] payload =
                      Arrays.copyOfRange(bytes, Envelope.HEADER_BYTES, bytes.length - 1);
                  assertThatThrownBy(
                          () -> codec.decode("a", Envelope.seal(bytes[0], payload, payload.length)))
                      .isInstanceOf(CorruptAttributeException.class);
                }
              }
              return true;
            };
        done.add(threads.submit(work));
      }
      start.countDown();
      for (Future<Boolean> future : done) {
        assertThat(future.get(50, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Object value(int thread, int i) {
    SampleBeans.Bean bean = new SampleBeans.Bean();
    bean.name = thread + "/" + i;
    Map<String, Object> map =
        new HashMap<>(Map.of("bean", bean, "point", new SampleBeans.Point(thread, i)));
    return i % 3 == 0 ? Arrays.asList(map, thread) : map;
  }

  private Object trip(Object value) {
    return codec.decode("a", codec.encode("a", value));
  }
}
