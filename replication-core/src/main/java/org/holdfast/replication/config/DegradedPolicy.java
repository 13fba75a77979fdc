// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The treatment of a response whose session cannot be protected. */
public enum DegradedPolicy {
  /** The response goes out, counted as degraded: the session lives on its primary alone for now. */
  CONTINUE,
  /**
   * The response is refused (503, Retry-After), before the application runs if that is known by
   * then. There is no answer without protection, and no service without a secondary.
   */
  FAIL,
  /**
   * The response waits for protection, for at most the degraded wait; then it is refused. The
   * application has run by then.
   */
  WAIT
}
