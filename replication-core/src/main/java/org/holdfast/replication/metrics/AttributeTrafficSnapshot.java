// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.util.List;

/**
 * The cost of the attributes of an application on one node, at one moment.
 *
 * @param attributes the one with the most bytes first
 */
public record AttributeTrafficSnapshot(
    String cluster, String member, String application, List<AttributeFigures> attributes) {
  public AttributeTrafficSnapshot {
    attributes = List.copyOf(attributes);
  }

  /** Returns the bytes that left for all attributes together. */
  public long bytes() {
    return attributes.stream().mapToLong(AttributeFigures::bytes).sum();
  }

  /** Returns the changes of all attributes together. */
  public long changes() {
    return attributes.stream().mapToLong(AttributeFigures::changes).sum();
  }

  /** Returns the attribute with the most traffic, in one sentence. */
  public String headline() {
    return AttributeTable.headline(this);
  }

  /**
   * Returns text for people: the headline, totals and a line for each attribute, each line ended.
   */
  public String table() {
    return AttributeTable.of(this);
  }
}
