// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Applies the decisions of {@code org.holdfast.spring.boot} to Spring Boot 4, whose classes for web
 * servers and health differ from those of its neighbour version. Start reading at {@link
 * org.holdfast.spring.boot4.Boot4TomcatAutoConfiguration}. Must not decide anything.
 */
@NullMarked
package org.holdfast.spring.boot4;

import org.jspecify.annotations.NullMarked;
