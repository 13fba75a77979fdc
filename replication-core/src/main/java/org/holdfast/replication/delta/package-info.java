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
 * Decides how few bytes turn one byte array into another that is mostly the same: so that of a
 * large attribute only what changed needs to travel. Start reading at {@link BlockDiff}; {@link
 * BlockPatch} is the way back.
 *
 * <p>Pure: no I/O, no clock, no lock, no state. Depends on Java alone; knows no session, no message
 * and no policy (when a patch is worth sending, and against which base, is the caller's to say). A
 * <em>patch</em> is between two arrays; the protocol's <em>delta</em> is between two versions of a
 * session.
 */
@NullMarked
package org.holdfast.replication.delta;

import org.jspecify.annotations.NullMarked;
