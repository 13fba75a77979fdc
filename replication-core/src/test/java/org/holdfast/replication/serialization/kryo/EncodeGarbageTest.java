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

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An encode allocates its result and little else. */
class EncodeGarbageTest {
  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  @ParameterizedTest
  @ValueSource(ints = {10, 30, 300})
  void allocatesAtMostThreeTimesTheEncodedSize(int lists) {
    Map<String, Object> value = new HashMap<>();
    for (int i = 0; i < lists; i++) {
      value.put("list-" + i, new ArrayList<>(List.of("first", i, "third of them")));
    }
    int encoded = codec.encode("a", value).length;

    assertThat(bytesPerEncode(value)).isLessThanOrEqualTo(3L * encoded);
  }

  /** The smallest of several rounds: compilation and a renewed pool are not what is measured. */
  private long bytesPerEncode(Object value) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < 100; i++) {
        codec.encode("a", value);
      }
      least = Math.min(least, (threads.getThreadAllocatedBytes(self) - before) / 100);
    }
    return least;
  }
}
