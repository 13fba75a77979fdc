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

package org.holdfast.drill.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;

/**
 * Log of one user's attempts in the order in which they ended. A user makes one attempt at a time,
 * so this is also the order in which they were sent. Thread-safe; grows by one entry an attempt.
 */
public final class UserHistory {
  private final int user;

  @GuardedBy("this")
  private final List<Exchange> exchanges = new ArrayList<>();

  /**
   * @param user number of the user, for messages
   */
  public UserHistory(int user) {
    this.user = user;
  }

  public int user() {
    return user;
  }

  public synchronized void add(Exchange exchange) {
    exchanges.add(exchange);
  }

  /** Returns a copy of the log so far. */
  public synchronized List<Exchange> exchanges() {
    return List.copyOf(exchanges);
  }
}
