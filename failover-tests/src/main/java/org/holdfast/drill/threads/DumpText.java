// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import org.jspecify.annotations.Nullable;

/** One dump that is being read, line by line. */
interface DumpText {
  /** Takes the next line, whatever it is. */
  void line(String line) throws NotADumpException;

  /** Ends the dump; null if it had no thread. */
  @Nullable ThreadDump end() throws NotADumpException;
}
