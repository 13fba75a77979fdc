// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the measuring side kept up.
 *
 * @param latenessMillis how much later than planned users were woken
 * @param idleCloses connections that ended between two requests; not errors
 */
public record DriverReport(Quantiles latenessMillis, long idleCloses) {
  /** Late at p99 by more, nodes on the same machine had no processor when they wanted one. */
  private static final double LATE_MILLIS = 50;

  /** Why times of this drill say more of the machine than of the cluster; empty if they do not. */
  @JsonIgnore
  public Optional<String> doubt() {
    return latenessMillis.p99() <= LATE_MILLIS
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "The driver was late by %.0f ms at p99: this machine was too busy, and healthy nodes"
                    + " may have looked dead to each other",
                latenessMillis.p99()));
  }
}
