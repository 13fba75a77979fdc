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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;

/**
 * One side of {@link JdkPairIT}, started with either JDK: {@code write DIRECTORY} encodes the
 * table, {@code read DIRECTORY} decodes it and compares. Ends with 0 if nothing was wrong.
 */
final class JdkPairPeer {
  private JdkPairPeer() {}

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    List<Samples.Sample> table = AttributeCodecContract.kept();
    int wrong = 0;
    try (KryoAttributeCodec codec =
        new KryoAttributeCodec(
            JdkPairPeer.class.getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT)) {
      for (int i = 0; i < table.size(); i++) {
        Path file = directory.resolve(i + ".envelope");
        Samples.Sample sample = table.get(i);
        if (arguments[0].equals("write")) {
          Files.write(file, codec.encode("a", sample.value()));
        } else {
          wrong += read(codec, sample, Files.readAllBytes(file)) ? 0 : 1;
        }
      }
    }
    System.out.printf(
        "%s %d envelopes on Java %s, %d wrong%n",
        arguments[0], table.size(), Runtime.version(), wrong);
    System.exit(wrong == 0 ? 0 : 1);
  }

  private static boolean read(KryoAttributeCodec codec, Samples.Sample sample, byte[] envelope) {
    Object expected = sample.view().apply(sample.value());
    try {
      Object copy = codec.decode("a", envelope);
      Object actual = sample.view().apply(copy);
      if (copy.getClass() == sample.value().getClass() && Objects.equals(expected, actual)) {
        return true;
      }
      System.out.println(sample.title() + ": " + actual + " instead of " + expected);
    } catch (RuntimeException e) {
      System.out.println(sample.title() + ": " + e);
    }
    return false;
  }
}
