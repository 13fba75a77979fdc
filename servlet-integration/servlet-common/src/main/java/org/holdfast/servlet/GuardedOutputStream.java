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

package org.holdfast.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the guard before a write, flush or close that could commit the response.
 *
 * <p>Every other {@code print} and {@code println} ends in that of a string, and {@code
 * write(ByteBuffer)} of Servlet 6.1 in one of the two writes here.
 */
final class GuardedOutputStream extends ServletOutputStream {
  private final CommitGuardedResponse response;
  private final ServletOutputStream target;

  GuardedOutputStream(CommitGuardedResponse response, ServletOutputStream target) {
    this.response = response;
    this.target = target;
  }

  /**
   * Tells whether {@code stream} is the one behind this; containers may hand out another after a
   * reset.
   */
  boolean wraps(ServletOutputStream stream) {
    return target == stream;
  }

  @Override
  public void write(int b) throws IOException {
    if (response.mayWrite(1)) {
      target.write(b);
    } else {
      response.failIfBroken();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (response.mayWrite(length)) {
      target.write(bytes, offset, length);
    } else {
      response.failIfBroken();
    }
  }

  /** By the container: some write letters that the API's own {@code print} knows nothing of. */
  @Override
  public void print(@Nullable String text) throws IOException {
    String printed = String.valueOf(text);
    if (response.mayWrite(response.encodedLength().of(printed, 0, printed.length()))) {
      target.print(printed);
    } else {
      response.failIfBroken();
    }
  }

  @Override
  public void flush() throws IOException {
    if (response.mayCommit()) {
      target.flush();
    } else {
      response.failIfBroken();
    }
  }

  @Override
  public void close() throws IOException {
    if (response.mayCommit()) {
      target.close();
    } else {
      response.failIfBroken();
    }
  }

  @Override
  public boolean isReady() {
    return target.isReady();
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    target.setWriteListener(listener);
  }
}
