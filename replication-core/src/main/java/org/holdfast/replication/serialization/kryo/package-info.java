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
 * Decides how an attribute becomes bytes through Kryo. Start reading at {@link
 * org.holdfast.replication.serialization.kryo.KryoAttributeCodec}; {@code ClassPlans} says which
 * way a class goes, {@code JdkTypes} is the table of fixed ids, {@code Graph} holds the bounds. The
 * only code that imports Kryo. Depends on {@code codec}, {@code filter} and {@code jdk}; nothing
 * but the composition root may know it.
 */
@NullMarked
package org.holdfast.replication.serialization.kryo;

import org.jspecify.annotations.NullMarked;
