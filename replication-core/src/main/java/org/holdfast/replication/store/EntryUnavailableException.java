// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * The failure of a call because too few nodes answered to find the entry, or because it may not be
 * served here now. Nothing was changed: try again, after a second for instance, here or on another
 * node.
 */
public final class EntryUnavailableException extends StoreException {
  private static final long serialVersionUID = 1L;

  EntryUnavailableException(StoreKey key, String reason) {
    super("entry " + key + " is unavailable: " + reason);
  }
}
