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

package org.holdfast.replication.serialization.schema;

/**
 * One field of a class as it was written.
 *
 * @param name as declared
 * @param kind how its values travel
 * @param owner wire name of the declaring class if a superclass has a field of the same name; else
 *     empty, so that a field may move between a class and its superclasses
 */
public record SchemaField(String name, FieldKind kind, String owner) {}
