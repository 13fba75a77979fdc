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

import java.util.ArrayList;
import java.util.List;

/**
 * What one client sent about its session and was answered, from the creation of the session on.
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
