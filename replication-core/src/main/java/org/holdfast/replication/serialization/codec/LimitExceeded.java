// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.Locale;

/**
 * The exception for an attribute beyond a bound of {@link CodecLimits}, while writing or while
 * reading. It never leaves the codecs.
 */
public final class LimitExceeded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LimitExceeded(String message) {
    super(message, null, false, false);
  }

  /**
   * @param leastBytes what the envelope takes at least, as far as it was written
   * @param maxAttributeBytes bound of the whole envelope
   */
  public static LimitExceeded encodedSize(long leastBytes, int maxAttributeBytes) {
    return new LimitExceeded(
        String.format(
            Locale.ROOT,
            "encoded, it takes at least %,d bytes, more than maxAttributeBytes, which is %,d; the"
                + " setting has to be raised on all nodes, or the value made smaller",
            leastBytes,
            maxAttributeBytes));
  }
}
