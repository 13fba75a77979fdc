// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

/** Figures as reports have them, of three digits after the point. */
final class Thousandths {
  private Thousandths() {}

  static double of(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
