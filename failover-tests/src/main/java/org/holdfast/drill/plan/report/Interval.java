// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan.report;

/** From low to high, with about 95 % confidence. */
public record Interval(double low, double high) {}
