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

import java.io.PrintWriter;

/**
 * Asks the guard before a write, flush or close that could commit the response.
 *
 * <p>Extends {@link PrintWriter} only to be one: everything goes to the container's writer, whose
 * line separator and error state are its own. Every {@code print}, {@code append} and {@code
 * format} ends in one of the methods here.
 */
final class GuardedWriter extends PrintWriter {
  private static final int LONGEST_LINE_SEPARATOR = 2;

  private final CommitGuardedResponse response;
  private final PrintWriter target;
  private final EncodedLength encodedLength;

  GuardedWriter(CommitGuardedResponse response, PrintWriter target, EncodedLength encodedLength) {
    super(target);
    this.response = response;
    this.target = target;
    this.encodedLength = encodedLength;
  }

  /**
   * Tells whether {@code writer} is the one behind this; containers may hand out another after a
   * reset.
   */
  boolean wraps(PrintWriter writer) {
    return target == writer;
  }

  @Override
  public void write(int character) {
    if (response.mayWrite(encodedLength.of(character))) {
      target.write(character);
    } else {
      markBroken();
    }
  }

  @Override
  public void write(char[] characters, int offset, int length) {
    if (response.mayWrite(encodedLength.of(characters, offset, length))) {
      target.write(characters, offset, length);
    } else {
      markBroken();
    }
  }

  @Override
  public void write(char[] characters) {
    write(characters, 0, characters.length);
  }

  @Override
  public void write(String text, int offset, int length) {
    if (response.mayWrite(encodedLength.of(text, offset, length))) {
      target.write(text, offset, length);
    } else {
      markBroken();
    }
  }

  @Override
  public void write(String text) {
    write(text, 0, text.length());
  }

  @Override
  public void println() {
    long bytes = LONGEST_LINE_SEPARATOR * encodedLength.of('\n');
    if (response.mayWrite(bytes)) {
      target.println();
    } else {
      markBroken();
    }
  }

  @Override
  public void flush() {
    if (response.mayCommit()) {
      target.flush();
    } else {
      markBroken();
    }
  }

  @Override
  public void close() {
    if (response.mayCommit()) {
      target.close();
    } else {
      markBroken();
    }
  }

  @Override
  public boolean checkError() {
    // Flushes, says its contract.
    return !response.mayCommit() || target.checkError();
  }

  /** A writer cannot throw: what was cut off after the commit shows in {@link #checkError()}. */
  private void markBroken() {
    if (response.isBroken()) {
      setError();
    }
  }
}
