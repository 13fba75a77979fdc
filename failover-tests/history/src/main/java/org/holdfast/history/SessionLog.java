// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The requests of one client about its session and their answers, from its creation on.
 * Thread-safe, for clients that send in parallel; grows by one entry a request.
 */
public final class SessionLog {
  private final String name;
  private final List<Exchange> exchanges = new ArrayList<>();

  /**
   * @param name whose session it is, for messages, such as {@code user 7}; never the id of the
   *     session
   */
  public SessionLog(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** Adds a request that has ended; in any order. */
  public synchronized void add(Exchange exchange) {
    exchanges.add(exchange);
  }

  /** Returns a copy of the log so far, in the order in which it was written. */
  public synchronized List<Exchange> exchanges() {
    return List.copyOf(exchanges);
  }
}
