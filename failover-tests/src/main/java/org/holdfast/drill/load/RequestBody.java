// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.util.regex.Pattern;

/**
 * What a POST carries. Immutable; the bytes are not copied for each request, nor is this object
 * bound to one.
 */
public final class RequestBody {
  /** No body: the request is a GET. */
  public static final RequestBody NONE = new RequestBody("", new byte[0]);

  /** Larger ones are refused: each request holds them in the socket's buffers. */
  public static final int MAX_BYTES = 1 << 20;

  /** Whatever else would be taken for the next line of the request's head. */
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]+");

  private final String contentType;
  private final byte[] bytes;

  private RequestBody(String contentType, byte[] bytes) {
    this.contentType = contentType;
    this.bytes = bytes;
  }

  /**
   * A body to POST, possibly empty.
   *
   * @param contentType value of the Content-Type header: printable ASCII, not empty
   * @throws IllegalArgumentException if it is none, or there are more than {@value #MAX_BYTES}
   *     bytes
   */
  public static RequestBody of(String contentType, byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a body must have at most " + MAX_BYTES + " bytes, had " + bytes.length);
    }
    if (contentType.isBlank()) {
      throw new IllegalArgumentException("a body needs a content type, was given none");
    }
    if (!PRINTABLE.matcher(contentType).matches()) {
      throw new IllegalArgumentException(
          "a content type must be printable ASCII in one line, such as text/plain");
    }
    return new RequestBody(contentType, bytes.clone());
  }

  /** Tells whether there is nothing to POST, so that the request is a GET. */
  public boolean isNone() {
    return contentType.isEmpty();
  }

  public int length() {
    return bytes.length;
  }

  /** Value of the Content-Type header; empty without a body. */
  public String contentType() {
    return contentType;
  }

  /** The bytes themselves: the caller must not change them. */
  public byte[] bytes() {
    return bytes;
  }
}
