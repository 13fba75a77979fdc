// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tells Spring Boot 3.5 of what {@code org.holdfast.spring.boot} decides, in its words: the classes
 * that it has for web servers and health are others than those of its neighbour version. Start
 * reading at {@link org.holdfast.spring.boot3.Boot3TomcatAutoConfiguration}. Must not decide
 * anything.
 */
@NullMarked
package org.holdfast.spring.boot3;

import org.jspecify.annotations.NullMarked;
