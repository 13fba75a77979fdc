// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Decides how a Spring Boot application gets replicated sessions: where its settings come from,
 * when its health is good, and what it shows. Start reading at {@link
 * org.holdfast.spring.boot.HoldfastAutoConfiguration}. Must use only what Spring Boot 3.5 and 4
 * have in common; what differs is in {@code boot3} and {@code boot4}, in which nothing is decided.
 */
@NullMarked
package org.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
