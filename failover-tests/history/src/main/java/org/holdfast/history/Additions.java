// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Arrays;
import java.util.List;

/** The number of requests of a log that can have added to the counter by a time. Immutable. */
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

  /** Returns how many can have run by {@code nanos}: sent by then, answered or perhaps applied. */
  long possibleBy(long nanos) {
    return countUpTo(sent, nanos);
  }

  /** Returns how many had certainly run before {@code nanos}: answered before. */
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
