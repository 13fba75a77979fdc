// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Applies the decisions of {@code org.holdfast.spring.boot} to Spring Boot 3.5, whose classes for
 * web servers and health differ from those of its neighbour version. Start reading at {@link
 * org.holdfast.spring.boot3.Boot3TomcatAutoConfiguration}. Must not decide anything.
 */
@NullMarked
package org.holdfast.spring.boot3;

import org.jspecify.annotations.NullMarked;
