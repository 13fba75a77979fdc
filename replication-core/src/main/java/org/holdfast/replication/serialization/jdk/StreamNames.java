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

package org.holdfast.replication.serialization.jdk;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/**
 * Puts other names into the class descriptions of a stream. Done to the bytes, since {@link
 * java.io.ObjectInputStream} compares the simple name in the stream with that of the class it is
 * given. The types of fields keep their names: no reader looks at those of objects.
 */
final class StreamNames {
  private StreamNames() {}

  /**
   * Returns {@code stream} with each class name replaced by what {@code rename} makes of it; the
   * same buffer if it changes none. Costs a copy of the bytes otherwise.
   *
   * @param stream with an array, whole; {@code shape} is of its bytes
   */
  static ByteBuffer renamed(ByteBuffer stream, StreamShape shape, UnaryOperator<String> rename) {
    boolean same =
        shape.classNames().stream().allMatch(name -> rename.apply(name.name()).equals(name.name()));
    if (same) {
      return stream;
    }
    ByteArrayOutputStream copy = new ByteArrayOutputStream(stream.remaining() + 64);
    DataOutputStream out = new DataOutputStream(copy);
    int done = stream.position();
    try {
      for (StreamShape.ClassName name : shape.classNames()) {
        String replacement = rename.apply(name.name());
        if (!replacement.equals(name.name())) {
          out.write(stream.array(), done, name.start() - done);
          out.writeUTF(replacement);
          done = name.start() + Short.BYTES + name.bytes();
        }
      }
      out.write(stream.array(), done, stream.limit() - done);
    } catch (IOException e) {
      throw new UncheckedIOException("a class name is too long for a stream", e);
    }
    return ByteBuffer.wrap(copy.toByteArray());
  }
}
