// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/** Why a store did not do what it was asked for. */
public abstract sealed class StoreException extends RuntimeException
    permits StaleVersionException, EntryUnavailableException, UncertainWriteException {
  private static final long serialVersionUID = 1L;

  StoreException(String message) {
    super(message);
  }
}
