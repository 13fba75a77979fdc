// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

/** The exception for an unknown or impossible property; its message names it and its place. */
public final class InvalidSettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidSettingsException(IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
  }
}
