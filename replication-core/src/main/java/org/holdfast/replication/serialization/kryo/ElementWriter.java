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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the elements of collections, of one inside another too. One per Kryo instance, and no
 * iterator where a collection needs none: thousands of small lists leave no garbage.
 */
final class ElementWriter implements Consumer<@Nullable Object> {
  private final AttributeKryo kryo;
  private int written;

  ElementWriter(AttributeKryo kryo) {
    this.kryo = kryo;
  }

  /**
   * Returns how many there were.
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
