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
 * Turns protocol messages into frames and back. Pure, and hostile to what it reads: every length is
 * checked against the bytes that are there before anything is allocated. Start reading at {@link
 * MessageCodec}. Depends on protocol only.
 */
@NullMarked
package org.holdfast.replication.wire;

import org.jspecify.annotations.NullMarked;
