// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.Locale;

/**
 * Formats when a request was sent and answered, in seconds since the first request of its log, and
 * by which node.
 *
 * @param startNanos when the first request was sent
 */
record OperationTimes(long startNanos) {

  String of(Exchange exchange) {
    String answer =
        exchange.reply() instanceof Reply.Served served
            ? switch (served.protection()) {
              case PROTECTED -> "answered as protected";
              case UNPROTECTED -> "answered as not protected";
              case UNSTATED -> "answered";
            }
            : exchange.reply() instanceof Reply.NotFound ? "answered" : "given up";
    return String.format(
        Locale.ROOT,
        "%s (asked at %.3f s, %s%s at %.3f s)",
        exchange.node(),
        seconds(exchange.sentNanos()),
        answer,
        exchange.mixed().inPieces() ? " in pieces" : "",
        seconds(exchange.doneNanos()));
  }

  private double seconds(long nanos) {
    return (nanos - startNanos) / 1e9;
  }
}
