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
 * The verb {@code threads}: reads thread dumps of files and of running JVMs, and says what the
 * threads do and which locks block them. A library for other verbs as well: {@link
 * org.holdfast.drill.threads.ThreadDumps} makes text an immutable model, {@link
 * org.holdfast.drill.threads.ThreadSummary} counts it, {@link
 * org.holdfast.drill.threads.ThreadReport} words it. Start reading at {@link
 * org.holdfast.drill.threads.ThreadDump}. Knows nothing of clusters and drills.
 */
@NullMarked
package org.holdfast.drill.threads;

import org.jspecify.annotations.NullMarked;
