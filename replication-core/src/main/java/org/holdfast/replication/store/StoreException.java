// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/** The failure of a call of a store, with the reason. */
public abstract sealed class StoreException extends RuntimeException
    permits StaleVersionException, EntryUnavailableException, UncertainWriteException {
  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }
}
