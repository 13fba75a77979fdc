// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

/**
 * The cost of one attribute name so far.
 *
 * @param name as the application says it, cut after {@value AttributeTraffic#MOST_NAME_CHARS}
 *     characters; may contain anything
 * @param bytes that left for it
 * @param share of the bytes of all attributes, 0 to 1
 * @param changes how often it was published because it differed; removals are not among them
 * @param removals how often its removal was published
 * @param patches the number of changes of which only the parts that differ left
 * @param encodedInVain how often it was encoded and found unchanged: the cost of noticing changes
 *     of attributes that were merely read
 * @param reads how often the application asked for it
 * @param neverRead published, but never asked for
 * @param newestBytes of its newest encoding
 * @param largestBytes of its largest encoding
 * @param shares whether, when last published, it shared objects with other attributes: these travel
 *     together, and each counts an equal part
 */
public record AttributeFigures(
    String name,
    long bytes,
    double share,
    long changes,
    long removals,
    long patches,
    long encodedInVain,
    long reads,
    boolean neverRead,
    long newestBytes,
    long largestBytes,
    boolean shares) {

  boolean isAnything() {
    return bytes + changes + removals + encodedInVain + reads > 0;
  }

  AttributeFigures withShareOf(long allBytes) {
    return new AttributeFigures(
        name,
        bytes,
        allBytes == 0 ? 0 : (double) bytes / allBytes,
        changes,
        removals,
        patches,
        encodedInVain,
        reads,
        neverRead,
        newestBytes,
        largestBytes,
        shares);
  }
}
