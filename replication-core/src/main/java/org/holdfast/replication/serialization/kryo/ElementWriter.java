// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the elements of collections, also of one inside another. One per Kryo instance, and no
 * iterator where a collection needs none: thousands of small lists leave no garbage.
 */
final class ElementWriter implements Consumer<@Nullable Object> {
  private final AttributeKryo kryo;
  private int written;

  ElementWriter(AttributeKryo kryo) {
    this.kryo = kryo;
  }

  /**
   * Writes all elements and returns their number.
   *
   * @throws java.util.ConcurrentModificationException if the collection changed and can tell
   */
  int writeAll(Collection<?> elements) {
    int before = written;
    written = 0;
    elements.forEach(this);
    int all = written;
    written = before;
    return all;
  }

  @Override
  public void accept(@Nullable Object element) {
    kryo.writeClassAndObject(kryo.output(), element);
    written++;
  }
}
