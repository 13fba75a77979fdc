// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/** The form of numbers wherever bytes leave the process. Knows nothing but Java. */
@NullMarked
package org.holdfast.replication.bytes;

import org.jspecify.annotations.NullMarked;
