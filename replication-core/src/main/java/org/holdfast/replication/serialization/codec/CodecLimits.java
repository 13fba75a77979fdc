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

package org.holdfast.replication.serialization.codec;

import org.holdfast.replication.config.SerializationConfig;

/**
 * Bounds of one attribute, the same for writing and reading so that what was written can be read.
 * All are checked before anything is allocated for the declared size. Time is bounded through work
 * that is counted: objects, and visits by {@code hashCode} and {@code equals} (see {@link
 * HashBudget}); and as such, for what counting does not see (see {@link DecodeTime}).
 *
 * @param maxBytes largest envelope, header included
 * @param maxDepth deepest nesting of objects
 * @param maxObjects most objects with parts (beans, records, arrays, collections) in one attribute
 * @param maxElements most elements of one array or collection
 * @param maxDecodeMillis most processor time for reading one attribute
 * @see SerializationConfig for the ranges
 */
public record CodecLimits(
    int maxBytes, int maxDepth, int maxObjects, int maxElements, int maxDecodeMillis) {
  public static final CodecLimits DEFAULT = of(SerializationConfig.DEFAULT);

  /** With the usual limit of time. */
  public CodecLimits(int maxBytes, int maxDepth, int maxObjects, int maxElements) {
    this(
        maxBytes, maxDepth, maxObjects, maxElements, SerializationConfig.DEFAULT.maxDecodeMillis());
  }

  /** Takes the limits from the settings, which have checked them. */
  public static CodecLimits of(SerializationConfig settings) {
    return new CodecLimits(
        settings.maxAttributeBytes(),
        settings.maxDepth(),
        settings.maxObjects(),
        settings.maxElements(),
        settings.maxDecodeMillis());
  }

  /** Returns the tighter of these limits and the given ones, each by itself; that of time stays. */
  public CodecLimits atMost(int bytes, int depth, int objects, int elements) {
    return new CodecLimits(
        Math.min(maxBytes, bytes),
        Math.min(maxDepth, depth),
        Math.min(maxObjects, objects),
        Math.min(maxElements, elements),
        maxDecodeMillis);
  }
}
