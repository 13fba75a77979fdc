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
 * Turns attribute values into checked bytes and back: the port. Start reading at {@link
 * AttributeCodec}. What every codec needs is in {@code codec}, which classes may pass in {@code
 * filter}; {@code jdk} and {@code kryo} are the ways. Must not know any of these; Kryo is imported
 * in {@code kryo} alone.
 */
@NullMarked
package org.holdfast.replication.serialization;

import org.jspecify.annotations.NullMarked;
