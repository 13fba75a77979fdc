// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.history.Exchange;
import org.holdfast.history.Reply;
import org.holdfast.history.SessionLog;

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
