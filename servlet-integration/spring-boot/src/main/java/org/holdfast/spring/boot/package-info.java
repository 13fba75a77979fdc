// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how a Spring Boot application gets replicated sessions: where its settings come from,
 * when its health is good, what its endpoint shows, and when a stop waits for requests. Start
 * reading at {@link org.holdfast.spring.boot.HoldfastAutoConfiguration}. Must use only classes that
 * Spring Boot 3.5 and 4 have in common. The packages {@code boot3} and {@code boot4} adapt it to
 * the classes that differ, and decide nothing.
 */
@NullMarked
package org.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
