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
 * Tells Spring Boot 4 of what {@code org.holdfast.spring.boot} decides, in its words: the classes
 * that it has for web servers and health are others than those of its neighbour version. Start
 * reading at {@link org.holdfast.spring.boot4.Boot4TomcatAutoConfiguration}. Must not decide
 * anything.
 */
@NullMarked
package org.holdfast.spring.boot4;

import org.jspecify.annotations.NullMarked;
