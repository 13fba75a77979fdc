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

package org.holdfast.replication.history;

import java.util.Arrays;
import java.util.List;

/** Says how many requests of a log can have added to the counter by when. Immutable. */
final class Additions {
  private final long[] sent;
  private final long[] answered;

  Additions(List<Exchange> exchanges) {
    sent = exchanges.stream().filter(Exchange::mayAdd).mapToLong(Exchange::sentNanos).toArray();
    answered =
        exchanges.stream()
            .filter(exchange -> exchange.mayAdd() && exchange.reply() instanceof Reply.Served)
            .mapToLong(Exchange::doneNanos)
            .toArray();
    Arrays.sort(sent);
    Arrays.sort(answered);
  }

  /** Those that can have run by {@code nanos}: sent by then, answered or perhaps applied. */
  long possibleBy(long nanos) {
    return countUpTo(sent, nanos);
  }

  /** Those that had certainly run before {@code nanos}: answered before. */
  long certainBefore(long nanos) {
    return countUpTo(answered, nanos - 1);
  }

  private static long countUpTo(long[] sorted, long nanos) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
