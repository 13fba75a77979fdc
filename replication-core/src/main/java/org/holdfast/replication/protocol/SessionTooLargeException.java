// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Locale;

/**
 * The exception for a change that would make the session too large for one frame: no member could
 * send a copy of it. The replica throws it before it applies anything of the change, so the session
 * is as before.
 */
public final class SessionTooLargeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception for a session with too many bytes.
   *
   * @param bytes the bytes of the encoded session with the change
   * @param mostBytes the bound
   */
  public SessionTooLargeException(long bytes, long mostBytes) {
    super(
        String.format(
            Locale.ROOT,
            "the session would have %,d bytes encoded, more than the %,d that one frame can carry"
                + " (maxFrameBytes); keep less in the session or raise maxFrameBytes on all"
                + " members",
            bytes,
            mostBytes));
  }

  /**
   * Creates the exception for a session with too many attributes.
   *
   * @param attributes the number of attributes with the change, above {@link
   *     SessionImage#MOST_ATTRIBUTES}
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
