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

import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.serialization.codec.KeyCharges;
import org.jspecify.annotations.Nullable;

/** An object in a stream, as {@link StreamShape} sees it: what it will be hashed for. */
final class StreamNode {
  /** Objects that one object of the stream reads by itself. */
  static final class Container {
    private final ReadMethod method;
    private int keys;
    private @Nullable KeyCharges charges;

    Container(ReadMethod method) {
      this.method = method;
    }

    boolean hashes() {
      return method.hashes();
    }

    /** To be called when the whole stream is known. */
    KeyCharges charges() {
      if (charges == null) {
        charges = new KeyCharges(method.keeping(), keys);
      }
      return charges;
    }
  }

  private List<Container> containers = List.of();
  private int suspect;
  private boolean whole;

  /** Those that it is a key of, once per use. */
  List<Container> containers() {
    return containers;
  }

  /** Times that the class of an application reads this object by itself, and may hash it. */
  int suspect() {
    return suspect;
  }

  /** Tells whether all that it holds stands before this place in the stream. */
  boolean isWhole() {
    return whole;
  }

  void becomesWhole() {
    whole = true;
  }

  void keyOf(Container container) {
    containers = containers.isEmpty() ? new ArrayList<>(1) : containers;
    containers.add(container);
    container.keys++;
  }

  void readByApplication() {
    suspect++;
  }
}
