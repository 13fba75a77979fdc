// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.List;

/**
 * The data that an exchange of the mixed workload has besides its request and reply.
 *
 * @param token number of the request within its log, the same in none other
 * @param changes of attributes by the request, at most one change each
 * @param heldNanos how long the server was asked to hold the answer after it had the request: the
 *     answer began no sooner
 * @param inPieces whether a part of the answer was to be sent before the last change; such an
 *     answer cannot say whether it is protected
 * @param cookieId fingerprint of the session id in the cookie that the answer set; empty if it set
 *     none
 * @param contents attributes that the answer showed
 */
public record Mixed(
    long token,
    List<Change> changes,
    long heldNanos,
    boolean inPieces,
    String cookieId,
    Contents contents) {
  /** The value in an exchange of another workload. */
  public static final Mixed NONE = new Mixed(0, List.of(), 0, false, "", Contents.NONE);

  public Mixed {
    changes = List.copyOf(changes);
  }

  /** Returns the same with the cookie and the contents of the answer. */
  public Mixed answered(String setCookieId, Contents shown) {
    return new Mixed(token, changes, heldNanos, inPieces, setCookieId, shown);
  }
}
