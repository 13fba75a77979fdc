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
 * What every codec needs, whichever library it uses: the form of an envelope, the limits of one
 * attribute, how a refusal finds the path to the offending object, which values are immutable, and
 * whether a copy is like its original. Start reading at {@link
 * org.holdfast.replication.serialization.codec.Envelope}. Depends on the port and the settings;
 * must not know the class filter or any codec.
 */
@NullMarked
package org.holdfast.replication.serialization.codec;

import org.jspecify.annotations.NullMarked;
