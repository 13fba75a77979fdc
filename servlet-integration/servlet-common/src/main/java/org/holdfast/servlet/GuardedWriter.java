// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;

/**
 * A writer that asks the guard before a write or flush that could reach the client, and holds back
 * text that may not leave yet. The thread that has the response calls it.
 *
 * <p>It extends {@link PrintWriter} only because the Servlet API requires that type. It passes
 * everything on to the container's writer, which has its own line separator and error state. Every
 * {@code print}, {@code append} and {@code format} of {@link PrintWriter} calls one of the methods
 * here.
 */
final class GuardedWriter extends PrintWriter implements HeldBody {
  private static final int LONGEST_LINE_SEPARATOR = 2;

  private final CommitGuardedResponse response;
  private final PrintWriter target;
  private final EncodedLength encodedLength;
  private final StringBuilder held = new StringBuilder(0);

  /** The positions in {@link #held} at which the container ends a line, ascending. */
  private int[] lineEnds = {};

  private int lines;

  GuardedWriter(CommitGuardedResponse response, PrintWriter target, EncodedLength encodedLength) {
    super(target);
    this.response = response;
    this.target = target;
    this.encodedLength = encodedLength;
  }

  /**
   * Returns whether this object writes to {@code writer}. Containers may return another writer
   * after a reset.
   */
  boolean wraps(PrintWriter writer) {
    return target == writer;
  }

  @Override
  public void write(int character) {
    switch (response.wayOf(encodedLength.of(character))) {
      case PASS -> target.write(character);
      case HOLD -> {
        held.append((char) character);
        passIfFull();
      }
      case DROP -> markBroken();
    }
  }

  @Override
  public void write(char[] characters, int offset, int length) {
    switch (response.wayOf(encodedLength.of(characters, offset, length))) {
      case PASS -> target.write(characters, offset, length);
      case HOLD -> {
        held.append(characters, offset, length);
        passIfFull();
      }
      case DROP -> markBroken();
    }
  }

  @Override
  public void write(char[] characters) {
    write(characters, 0, characters.length);
  }

  @Override
  public void write(String text, int offset, int length) {
    switch (response.wayOf(encodedLength.of(text, offset, length))) {
      case PASS -> target.write(text, offset, length);
      case HOLD -> {
        held.append(text, offset, offset + length);
        passIfFull();
      }
      case DROP -> markBroken();
    }
  }

  @Override
  public void write(String text) {
    write(text, 0, text.length());
  }

  @Override
  public void println() {
    switch (response.wayOf(LONGEST_LINE_SEPARATOR * encodedLength.of('\n'))) {
      case PASS -> target.println();
      case HOLD -> {
        if (lines == lineEnds.length) {
          lineEnds = Arrays.copyOf(lineEnds, Math.max(2 * lines, 16));
        }
        lineEnds[lines++] = held.length();
        passIfFull();
      }
      case DROP -> markBroken();
    }
  }

  private void passIfFull() {
    if (held.length() + lines > MOST) {
      if (response.mayCommit()) {
        pass();
      } else {
        clear();
        markBroken();
      }
    }
  }

  @Override
  public void pass() {
    if (!response.isWhole()) {
      passAll();
    } else if (lines > 0 && lineEnds[lines - 1] == held.length()) {
      lines--;
      passAll();
      lineEnds[lines++] = 0;
    } else if (!held.isEmpty()) {
      int kept = GuardedOutputStream.lengthOfLast(held);
      String end = held.substring(held.length() - kept);
      held.setLength(held.length() - kept);
      passAll();
      held.append(end);
    }
  }

  private void passAll() {
    int from = 0;
    for (int i = 0; i < lines; i++) {
      passText(from, lineEnds[i]);
      target.println();
      from = lineEnds[i];
    }
    passText(from, held.length());
    clear();
  }

  private void passText(int from, int to) {
    if (from < to) {
      target.write(held.substring(from, to));
    }
  }

  @Override
  public boolean finish(boolean close, Runnable later) throws IOException {
    passAll();
    if (close) {
      target.close();
    }
    return true;
  }

  @Override
  public void clear() {
    held.setLength(0);
    lines = 0;
  }

  @Override
  public void flush() {
    if (mayFlush()) {
      target.flush();
    } else {
      markBroken();
    }
  }

  private boolean mayFlush() {
    try {
      return response.passHeld();
    } catch (IOException e) {
      throw new IllegalStateException("a writer threw an IOException as it passed text on", e);
    }
  }

  @Override
  public void close() {
    response.close();
    markBroken();
  }

  @Override
  public boolean checkError() {
    // The contract of PrintWriter says that this flushes.
    return mayFlush() ? target.checkError() : response.isRefused();
  }

  /** Makes {@link #checkError()} return true if the response was cut off: a writer cannot throw. */
  private void markBroken() {
    if (response.isBroken()) {
      setError();
    }
  }
}
