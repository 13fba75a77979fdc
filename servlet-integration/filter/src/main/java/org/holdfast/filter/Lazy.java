// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
        throw new IllegalStateException("the value was asked for while its own supplier makes it");
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
