// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes Spring Boot report a bad property in two sentences instead of a stack trace. */
final class InvalidSettingsAnalyzer extends AbstractFailureAnalyzer<InvalidSettingsException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingsException cause) {
    return new FailureAnalysis(
        "A setting of Holdfast cannot be used: " + cause.getMessage(),
        "Correct or remove the property, or set holdfast.enabled to false.",
        cause);
  }
}
