// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

/** A JVM cannot be asked, or has nothing to tell; the message says which and why. */
public final class UnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says which JVM, and why. */
  public UnreachableException(String message) {
    super(message);
  }

  /** Says which JVM, and why, where something else has failed. */
  public UnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}
