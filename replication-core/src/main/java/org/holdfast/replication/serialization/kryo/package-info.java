// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how an attribute becomes bytes through Kryo. Start reading at {@link
 * org.holdfast.replication.serialization.kryo.KryoAttributeCodec}; {@code ClassPlans} says which
 * way a class goes, {@code JdkTypes} is the table of fixed ids, {@code Graph} holds the bounds. The
 * only code that imports Kryo. Depends on {@code codec}, {@code filter} and {@code jdk}; nothing
 * but the composition root may know it.
 */
@NullMarked
package org.holdfast.replication.serialization.kryo;

import org.jspecify.annotations.NullMarked;
