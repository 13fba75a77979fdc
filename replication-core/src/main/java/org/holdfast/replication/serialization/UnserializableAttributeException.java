// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization;

import org.jspecify.annotations.Nullable;

/**
 * A value that cannot be replicated faithfully. The message names the attribute, the path to the
 * field and its class.
 */
public final class UnserializableAttributeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The reason, which tells whether another attempt may succeed without a change of the value. */
  public enum Reason {
    /** The value holds something that cannot be replicated, or exceeds a limit. */
    REFUSED,
    /** Another thread changed the value while it was encoded: a retry may succeed. */
    CHANGED,
    /** The heap was too small to encode the value at that moment. */
    MEMORY
  }

  private final Reason reason;
  private final @Nullable String culpritClass;
  private final @Nullable String culpritPath;

  /** Creates the exception for a value that is {@link Reason#REFUSED}. */
  public UnserializableAttributeException(String message) {
    super(message);
    this.reason = Reason.REFUSED;
    this.culpritClass = null;
    this.culpritPath = null;
  }

  /** Creates the exception for a value that is {@link Reason#REFUSED}, with its cause. */
  public UnserializableAttributeException(String message, Throwable cause) {
    this(message, Reason.REFUSED, null, cause);
  }

  /**
   * Creates the exception without the way to the object.
   *
   * @param culpritClass name of the class whose object cannot be replicated; null if unknown
   */
  public UnserializableAttributeException(
      String message, Reason reason, @Nullable String culpritClass, Throwable cause) {
    this(message, reason, culpritClass, null, cause);
  }

  /**
   * Creates the exception with the way to the object.
   *
   * @param culpritPath way from the value to that object, without keys of maps, which may be
   *     personal; null if unknown
   */
  public UnserializableAttributeException(
      String message,
      Reason reason,
      @Nullable String culpritClass,
      @Nullable String culpritPath,
      Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.culpritClass = culpritClass;
    this.culpritPath = culpritPath;
  }

  public Reason reason() {
    return reason;
  }

  /** Returns the name of the class whose object cannot be replicated; null if unknown. */
  public @Nullable String culpritClass() {
    return culpritClass;
  }

  /**
   * Returns the way from the value to the object that cannot be replicated, fit for a log: it has
   * no keys of maps. Null if unknown.
   */
  public @Nullable String culpritPath() {
    return culpritPath;
  }
}
