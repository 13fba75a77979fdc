// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

/**
 * The exception for a patch that was made for other bytes than the base at hand. Nothing is wrong
 * with the base; the whole result has to come another way.
 */
public final class MismatchedBaseException extends Exception {
  private static final long serialVersionUID = 1L;

  public MismatchedBaseException(String message) {
    super(message);
  }
}
