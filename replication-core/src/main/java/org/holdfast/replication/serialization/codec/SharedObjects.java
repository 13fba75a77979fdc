// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.lang.reflect.Array;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides for which objects it matters that two attributes share them. A shared object that can
 * change must be one object on the other nodes, too: else a change shows in one attribute alone. So
 * must an object of an application class, as the application may compare it by identity. A JDK
 * value that never changes may arrive as several copies.
 *
 * <p>The codecs ask for each object that they write, on the thread that commits. Attributes that
 * share an object that matters travel together, as one unit. Stateless.
 */
public final class SharedObjects {
  /**
   * The JDK classes whose objects never change although {@link ImmutableTypes} does not list them.
   * Many attributes use the same constants of them.
   */
  private static final Set<Class<?>> CONSTANT =
      Set.of(
          Pattern.class,
          String.CASE_INSENSITIVE_ORDER.getClass(),
          Collections.reverseOrder().getClass());

  /** The JDK classes that have one empty object, a constant that all callers get. */
  private static final Set<Class<?>> CONSTANT_WHEN_EMPTY =
      Set.of(
          List.of().getClass(),
          Set.of().getClass(),
          Map.of().getClass(),
          Collections.emptyList().getClass(),
          Collections.emptySet().getClass(),
          Collections.emptyMap().getClass());

  private SharedObjects() {}

  /** Tells whether it matters that two attributes share {@code object}. Costs some nanoseconds. */
  public static boolean matter(Object object) {
    Class<?> type = object.getClass();
    if (type.isArray()) {
      return Array.getLength(object) > 0;
    }
    if (CONSTANT.contains(type) || object instanceof Charset) {
      return false;
    }
    if (CONSTANT_WHEN_EMPTY.contains(type)) {
      return object instanceof Collection<?> collection
          ? !collection.isEmpty()
          : !((Map<?, ?>) object).isEmpty();
    }
    return !ImmutableTypes.isImmutable(object);
  }
}
