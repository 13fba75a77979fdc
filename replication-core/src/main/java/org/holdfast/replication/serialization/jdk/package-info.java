// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * JDK serialization under the class filter and the limits. Start reading at {@link
 * org.holdfast.replication.serialization.jdk.JdkSerialization}; {@code HashWeigher} bounds the
 * hashing that a stream may ask for. Depends on {@code codec} and {@code filter}; must not know
 * Kryo, which knows it for what it cannot do itself.
 */
@NullMarked
package org.holdfast.replication.serialization.jdk;

import org.jspecify.annotations.NullMarked;
