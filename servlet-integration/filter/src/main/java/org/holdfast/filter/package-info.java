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
 * Holdfast's sessions in any container of Servlet 6, as a filter: it decides which session a
 * request has, what stands in its cookie, and who is told what of it. Start reading at {@link
 * org.holdfast.filter.HoldfastFilter}. Depends on the Servlet API, on {@code org.holdfast.servlet}
 * and, of the replication core, on {@code session} and {@code config}; on no container, which is
 * asked by reflection where its API says too little. The classes whose names begin with Undertow
 * are the exception: Undertow alone loads them, for its form login, and no other class here names
 * them.
 */

/**
 * Holdfast's sessions in any container of Servlet 6, as a filter: it decides which session a
 * request has, what stands in its cookie, and who is told what of it. Start reading at {@link
 * org.holdfast.filter.HoldfastFilter}. Depends on the Servlet API, on {@code org.holdfast.servlet}
 * and, of the replication core, on {@code session} and {@code config}; on no container, which is
 * asked by reflection where its API says too little.
 */
@NullMarked
package org.holdfast.filter;

import org.jspecify.annotations.NullMarked;
