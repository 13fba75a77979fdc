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
