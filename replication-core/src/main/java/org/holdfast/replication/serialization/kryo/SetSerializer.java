// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.util.Collection;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.IntFunction;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/**
 * The serializer of the JDK's mutable sets and priority queues in their natural order. Exact
 * classes only.
 */
final class SetSerializer extends KeyedSerializer<Collection<@Nullable Object>> {
  private final IntFunction<? extends Collection<@Nullable Object>> factory;

  /**
   * @param factory makes an empty collection for so many elements
   */
  SetSerializer(IntFunction<? extends Collection<@Nullable Object>> factory) {
    super(1, false);
    this.factory = factory;
  }

  @Override
  int countOf(Collection<@Nullable Object> container) {
    JdkTypes.requireNaturalOrder(container);
    ChangedKeys.requireUsable(container, container);
    return container.size();
  }

  @Override
  void handParts(Collection<@Nullable Object> container, PartWriter writer) {
    for (Object element : container) {
      writer.write(element);
    }
  }

  @Override
  @Nullable Object @Nullable [] copyOfParts(Collection<@Nullable Object> container) {
    return container instanceof ConcurrentSkipListSet ? container.toArray() : null;
  }

  @Override
  Collection<@Nullable Object> create(AttributeKryo kryo, BoundedInput input) {
    return factory.apply(0);
  }

  @Override
  void fill(Collection<@Nullable Object> container, @Nullable Object[] parts) {
    container.clear();
    for (Object part : parts) {
      container.add(part);
    }
    if (container.size() != parts.length) {
      throw new LimitExceeded("a set of " + parts.length + " elements holds an element twice");
    }
  }
}
