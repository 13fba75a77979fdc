// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tells Spring Boot 4 of what {@code org.holdfast.spring.boot} decides, in its words: the classes
 * that it has for web servers and health are others than those of its neighbour version. Start
 * reading at {@link org.holdfast.spring.boot4.Boot4TomcatAutoConfiguration}. Must not decide
 * anything.
 */
@NullMarked
package org.holdfast.spring.boot4;

import org.jspecify.annotations.NullMarked;
