// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.store;

/**
 * The failure of a call whose write may or may not have taken place. Another node took the entry
 * over meanwhile, another caller removed it, or it could not be protected and the policy is to
 * refuse. Read the entry again before you report that it was written.
 */
public final class UncertainWriteException extends StoreException {
  private static final long serialVersionUID = 1L;

  UncertainWriteException(StoreKey key, String reason) {
    super("entry " + key + " may or may not have been written: " + reason);
  }
}
