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

package org.holdfast.filter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made when it is first asked for, once. Thread-safe. */
final class Lazy<T> implements Supplier<T> {
  private final Supplier<T> maker;
  private volatile @Nullable T value;

  @GuardedBy("this")
  private boolean making;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    T made = value;
    return made == null ? make() : made;
  }

  private synchronized T make() {
    T made = value;
    if (made == null) {
      if (making) {
        throw new IllegalStateException("asked for while it is being made");
      }
      making = true;
      try {
        made = maker.get();
        value = made;
      } finally {
        making = false;
      }
    }
    return made;
  }
}
