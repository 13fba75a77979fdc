// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines of any length in bounded memory: of a longer one the beginning. For one thread. */
final class BoundedLines {
  /** More than any line of a dump that somebody made by name or class has. */
  static final int MAX_CHARS = 16_384;

  private final Reader reader;
  private final char[] buffer = new char[32_768];
  private int next;
  private int end;
  private long number;

  BoundedLines(Reader reader) {
    this.reader = reader;
  }

  /** Returns the next line without its end, or null after the last one. */
  @Nullable String next() throws IOException {
    StringBuilder line = new StringBuilder();
    boolean any = false;
    while (fill()) {
      any = true;
      int start = next;
      while (next < end && buffer[next] != '\n') {
        next++;
      }
      line.append(buffer, start, Math.min(next - start, MAX_CHARS - line.length()));
      if (next < end) {
        next++;
        break;
      }
    }
    if (!any) {
      return null;
    }
    number++;
    int length = line.length();
    if (length > 0 && line.charAt(length - 1) == '\r') {
      line.setLength(length - 1);
    }
    return line.toString();
  }

  /** Number of the line that was returned last, from 1. */
  long number() {
    return number;
  }

  private boolean fill() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, reader.read(buffer));
    }
    return next < end;
  }
}
