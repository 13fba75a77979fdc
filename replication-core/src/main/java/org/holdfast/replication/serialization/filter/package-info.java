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
 * Decides which classes may be written and read, the same for every codec: by name before a class
 * is loaded, then by its loader. Start reading at {@link
 * org.holdfast.replication.serialization.filter.ClassFilter}; {@code WebappClasses} applies it to
 * one web application. Depends on nothing but the port; must not know any codec.
 */
@NullMarked
package org.holdfast.replication.serialization.filter;

import org.jspecify.annotations.NullMarked;
