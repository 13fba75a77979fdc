/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.util.Locale;

/**
 * A session would not fit into one frame, so no other member could ever hold it. Nothing of the
 * change was taken.
 */
public final class SessionTooLargeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param bytes size of the encoded session
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
   * The session has too many attributes.
   *
   * @param attributes their number
   */
  SessionTooLargeException(int attributes) {
    super(
        String.format(
            Locale.ROOT,
            "the session would have %,d attributes, more than the %,d that one frame can carry; keep"
                + " collections in fewer attributes",
            attributes,
            SessionImage.MOST_ATTRIBUTES));
  }
}
