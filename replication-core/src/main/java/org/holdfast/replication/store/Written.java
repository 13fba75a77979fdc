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

package org.holdfast.replication.store;

/**
 * A write that was done.
 *
 * @param version of the entry now
 * @param isProtected whether every secondary has it, so that it survives any one failure. If not,
 *     this node alone has it for now, or with {@code ASYNC} it is on its way
 */
public record Written(long version, boolean isProtected) {}
