// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/** The threads whose end can be awaited. */
@NullMarked
package org.holdfast.replication.thread;

import org.jspecify.annotations.NullMarked;
