// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Measures the cost of a request in a container, with Holdfast's sessions and with its own. Start
 * reading at {@link org.holdfast.bench.RequestCost}. Depends on every integration; nothing depends
 * on it.
 */
@NullMarked
package org.holdfast.bench;

import org.jspecify.annotations.NullMarked;
