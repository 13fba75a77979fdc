// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import org.jspecify.annotations.Nullable;

/**
 * An envelope that cannot be turned into a value here: damaged, hostile, or of a class that this
 * node lacks or has in another version. Message and causes are short and free of control
 * characters, whatever the bytes contain.
 */
public final class CorruptAttributeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable UnreadableClass unreadable;

  public CorruptAttributeException(String message) {
    super(Printable.message(message));
    this.unreadable = null;
  }

  /** Creates the exception for a value that another version of the application wrote. */
  public CorruptAttributeException(UnreadableClass unreadable) {
    super(Printable.message(unreadable.sentence()));
    this.unreadable = unreadable;
  }

  /**
   * Creates the exception for a value of another version of the application, found by {@code
   * cause}.
   */
  public CorruptAttributeException(UnreadableClass unreadable, Throwable cause) {
    super(Printable.message(unreadable.sentence()), Printable.cause(cause));
    this.unreadable = unreadable;
  }

  /** Takes over the unreadable class of {@code cause} if that is of this type. */
  public CorruptAttributeException(String message, Throwable cause) {
    super(Printable.message(message), Printable.cause(cause));
    this.unreadable = cause instanceof CorruptAttributeException inner ? inner.unreadable : null;
  }

  /**
   * Returns the class, the field and the reason if another version of the application wrote the
   * value; null if the bytes themselves are at fault.
   */
  public @Nullable UnreadableClass unreadable() {
    return unreadable;
  }
}
