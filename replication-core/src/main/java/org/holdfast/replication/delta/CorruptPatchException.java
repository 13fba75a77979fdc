// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.delta;

/**
 * The exception for bytes that are no patch, or no patch within the limits: damaged, cut short or
 * hostile.
 */
public final class CorruptPatchException extends Exception {
  private static final long serialVersionUID = 1L;

  public CorruptPatchException(String message) {
    super(message);
  }
}
