// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Locale;

/**
 * An exception for a session that would not fit into one frame, so that no other member could ever
 * hold it. Nothing of the change was taken.
 */
public final class SessionTooLargeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception for a session with too many bytes.
   *
   * @param bytes the size of the encoded session
   * @param most the bound
   */
  public SessionTooLargeException(long bytes, long most) {
    super(
        String.format(
            Locale.ROOT,
            "the session would have %,d bytes encoded, more than the %,d that one frame can carry"
                + " (maxFrameBytes); keep less in the session or raise maxFrameBytes on all"
                + " members",
            bytes,
            most));
  }

  /**
   * Creates the exception for a session with too many attributes.
   *
   * @param attributes the number of attributes
   */
  public SessionTooLargeException(int attributes) {
    super(
        String.format(
            Locale.ROOT,
            "the session would have %,d attributes, more than the %,d that one frame can carry;"
                + " keep collections in fewer attributes",
            attributes,
            SessionImage.MOST_ATTRIBUTES));
  }
}
