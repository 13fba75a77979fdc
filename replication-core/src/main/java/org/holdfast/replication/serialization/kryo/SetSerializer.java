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

package org.holdfast.replication.serialization.kryo;

import java.util.Collection;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.IntFunction;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.jspecify.annotations.Nullable;

/** Mutable sets and priority queues of the JDK in their natural order. Exact classes only. */
final class SetSerializer extends KeyedSerializer<Collection<@Nullable Object>> {
  private final IntFunction<? extends Collection<@Nullable Object>> factory;

  /**
   * @param factory makes an empty one for so many elements
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
