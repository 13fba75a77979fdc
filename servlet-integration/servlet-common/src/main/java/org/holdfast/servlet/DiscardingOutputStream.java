// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** A stream that discards the bytes which an application writes after its response was refused. */
final class DiscardingOutputStream extends ServletOutputStream {
  @Override
  public void write(int b) {}

  @Override
  public void write(byte[] bytes, int offset, int length) {}

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    throw new IllegalStateException(
        "non-blocking output is not available, since the response was refused already");
  }
}
