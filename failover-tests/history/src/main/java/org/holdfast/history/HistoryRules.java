// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.time.Duration;

/**
 * The promises that the checker demands of a cluster.
 *
 * @param binding which answers must be kept
 * @param readWindow how long before a read was sent an update may have been answered that the read
 *     does not show, 0 or more: a primary that was replaced may not know it while the newest
 *     acknowledgement that it has is fresh. Updates have no such window
 */
public record HistoryRules(Binding binding, Duration readWindow) {
  /** The window that the documentation states. */
  public static final Duration READ_WINDOW = Duration.ofMillis(250);

  /** The answers that later ones must not contradict. */
  public enum Binding {
    /**
     * The answers that did not say that they were unprotected: the promise under one failure at a
     * time. An unprotected answer neither binds nor is held against earlier ones, unless it shows a
     * new session in the place of a bound one or a value that no request can have made. A change of
     * id that only such answers have told may be lost: then the former id stands, and no node knows
     * the new one.
     */
    PROTECTED_ANSWERS,
    /** All answers: what users see, whatever the headers said. */
    EVERY_ANSWER
  }

  public HistoryRules {
    if (readWindow.isNegative()) {
      throw new IllegalArgumentException(
          "readWindow must be 0 ms or more, was " + readWindow.toMillis() + " ms");
    }
  }

  /** Returns the documented promise: protected answers bind, reads have their window. */
  public static HistoryRules promise() {
    return new HistoryRules(Binding.PROTECTED_ANSWERS, READ_WINDOW);
  }

  /** Returns the rules by which every answer binds; reads have their window. */
  public static HistoryRules everyAnswer() {
    return new HistoryRules(Binding.EVERY_ANSWER, READ_WINDOW);
  }

  boolean binds(Reply.Served served) {
    return binding == Binding.EVERY_ANSWER || served.protection() != Reply.Protection.UNPROTECTED;
  }

  /** Returns the moment up to which a request must show what was answered. */
  long mustShowBefore(Exchange exchange) {
    return exchange.request() == Request.READ
        ? exchange.sentNanos() - readWindow.toNanos()
        : exchange.sentNanos();
  }
}
