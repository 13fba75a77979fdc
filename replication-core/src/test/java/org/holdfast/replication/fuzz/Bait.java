// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import java.io.Serializable;

/** Named by bytes only, never by code: see {@link LoadedClasses}. */
final class Bait implements Serializable {
  private static final long serialVersionUID = 1L;
}
