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

package org.holdfast.replication.config;

import java.util.Objects;

/**
 * Settings of the way in which one web application's attributes become bytes and objects again.
 * Immutable; every constructor argument is checked. Must be equal on all nodes: the limits hold for
 * writing and for reading.
 *
 * @param allowedClasses further attribute classes, in the syntax of {@link
 *     java.io.ObjectInputFilter.Config#createFilter}; those of the web application and the usual
 *     ones of the JDK are allowed anyway; empty for no more
 * @param maxAttributeBytes largest encoded attribute, 64 bytes to 1 GiB; its session must fit into
 *     {@link NodeConfig#maxFrameBytes} besides
 * @param maxDepth deepest nesting of the objects of one attribute, 8 to 2,000; each level takes
 *     some 500 bytes of stack
 * @param maxObjects most objects with parts (beans, records, arrays, collections) in one attribute,
 *     at least 16
 * @param maxElements most elements of one array or collection, at least 16
 * @param verify how often what was encoded is read back and compared
 * @param codec what turns attributes into bytes
 */
public record SerializationConfig(
    String allowedClasses,
    int maxAttributeBytes,
    int maxDepth,
    int maxObjects,
    int maxElements,
    Verification verify,
    CodecChoice codec) {

  /** No further classes; 16 MiB, 400 levels, 1,000,000 objects with parts, 16 Mi elements; Kryo. */
  public static final SerializationConfig DEFAULT = builder().build();

  public SerializationConfig {
    Objects.requireNonNull(verify, "verify must be set");
    Objects.requireNonNull(codec, "codec must be set");
    Checks.range("maxAttributeBytes", maxAttributeBytes, 64, 1 << 30);
    Checks.range("maxDepth", maxDepth, 8, 2_000);
    Checks.range("maxObjects", maxObjects, 16, Integer.MAX_VALUE);
    Checks.range("maxElements", maxElements, 16, Integer.MAX_VALUE);
  }

  /** Starts from the defaults. */
  public static SerializationConfigBuilder builder() {
    return new SerializationConfigBuilder();
  }
}
