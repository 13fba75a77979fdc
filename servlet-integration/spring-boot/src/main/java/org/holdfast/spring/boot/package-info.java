/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

/**
 * Decides how a Spring Boot application gets replicated sessions: where its settings come from,
 * when its health is good, and what it shows. Start reading at {@link
 * org.holdfast.spring.boot.HoldfastAutoConfiguration}. Must use only what Spring Boot 3.5 and 4
 * have in common; what differs is in {@code boot3} and {@code boot4}, in which nothing is decided.
 */
@NullMarked
package org.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
