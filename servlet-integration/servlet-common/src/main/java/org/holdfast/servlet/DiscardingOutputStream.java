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

/** Takes what an application goes on writing after its response was refused. */
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
        "non-blocking output is not available: the response was refused because its session moved");
  }
}
