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
 * Decides which objects that another version of a class wrote can be read by the version here, from
 * names and types alone. Start reading at {@link
 * org.holdfast.replication.serialization.schema.SchemaMatch}; {@code Schema} is what travels with
 * the objects, {@code ClassAliases} what was renamed. Pure: loads no class and knows no codec, so
 * that tools can ask the same questions of class files.
 */
@NullMarked
package org.holdfast.replication.serialization.schema;

import org.jspecify.annotations.NullMarked;
