// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import org.holdfast.replication.config.SerializationConfig;

/**
 * The bounds of one attribute, the same for writing and reading so that what was written can be
 * read. All are checked before anything is allocated for the declared size. Time is bounded through
 * work that is counted: objects, and visits by {@code hashCode} and {@code equals} (see {@link
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

  /** Creates limits with the usual limit of time. */
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
