// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.util.List;

/** A record to be loaded again and again, each time as a new class. */
public record Displacing(List<String> values) {}
