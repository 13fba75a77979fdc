// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

/** A scenario cannot be played; the message says where it is written, what is wrong and allowed. */
public final class ScenarioException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ScenarioException(String message) {
    super(message);
  }

  public ScenarioException(String message, Throwable cause) {
    super(message, cause);
  }
}
