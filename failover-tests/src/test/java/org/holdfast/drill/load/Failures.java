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

package org.holdfast.drill.load;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.history.Exchange;
import org.holdfast.replication.history.Reply;
import org.holdfast.replication.history.SessionLog;

/** Reads from a user's log what went wrong. */
final class Failures {
  private Failures() {}

  static List<FailureKind> of(SessionLog log) {
    List<FailureKind> kinds = new ArrayList<>();
    for (Exchange exchange : log.exchanges()) {
      for (FailureKind kind : FailureKind.values()) {
        if (exchange.reply() instanceof Reply.Unanswered && exchange.reply().equals(kind.reply())) {
          kinds.add(kind);
        }
      }
    }
    return kinds;
  }
}
