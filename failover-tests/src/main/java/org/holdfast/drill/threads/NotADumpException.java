// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.IOException;

/** There is no thread dump, or none that can be read; the message says where and why. */
public final class NotADumpException extends IOException {
  private static final long serialVersionUID = 1L;

  NotADumpException(String message) {
    super(message);
  }

  NotADumpException(String message, Throwable cause) {
    super(message, cause);
  }
}
