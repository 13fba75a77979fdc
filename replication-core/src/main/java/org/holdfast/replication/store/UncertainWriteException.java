// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * A write was begun, and it is not known whether it is there: another node took the entry over
 * meanwhile, or it could not be protected and the policy is to say so. Read the entry again before
 * anybody is told that it was written.
 */
public final class UncertainWriteException extends StoreException {
  private static final long serialVersionUID = 1L;

  UncertainWriteException(StoreKey key, String reason) {
    super("entry " + key + " may or may not have been written: " + reason);
  }
}
