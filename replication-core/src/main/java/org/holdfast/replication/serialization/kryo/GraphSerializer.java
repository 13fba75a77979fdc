// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * The base of all serializers of objects with parts: it keeps {@link Graph} informed. Stateless,
 * but bound to its Kryo instance's web application. After an exception the graph is left as it is;
 * the instance is not used again before it was cleared.
 */
abstract class GraphSerializer<T> extends Serializer<T> {
  private final Graph.Hashing hashing;
  private final boolean late;

  /**
   * @param late whether the object can only be made once its parts are there
   */
  GraphSerializer(Graph.Hashing hashing, boolean late) {
    this.hashing = hashing;
    this.late = late;
  }

  abstract void writeParts(AttributeKryo kryo, Output output, T value);

  /**
   * Reads the parts; unless {@code late}, hands the object to {@link Kryo#reference} before it
   * reads the first part.
   */
  abstract T readParts(AttributeKryo kryo, BoundedInput input);

  @Override
  public final void write(Kryo kryo, Output output, T value) {
    AttributeKryo own = (AttributeKryo) kryo;
    own.graph().enter(hashing, late);
    writeParts(own, output, value);
    own.graph().leave();
  }

  @Override
  public final T read(Kryo kryo, Input input, Class<? extends T> type) {
    AttributeKryo own = (AttributeKryo) kryo;
    own.graph().enter(hashing, late);
    T value = readParts(own, (BoundedInput) input);
    own.graph().leave();
    return value;
  }
}
