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
 * Knows the objects for which it matters that two attributes share them. They are objects that can
 * change, and objects of the application, which may compare them by identity.
 */
public final class SharedObjects {
  /**
   * The JDK classes whose objects never change, and often are one constant for all of its users.
   */
  private static final Set<Class<?>> CONSTANT =
      Set.of(
          Pattern.class,
          String.CASE_INSENSITIVE_ORDER.getClass(),
          Collections.reverseOrder().getClass());

  /** The JDK classes whose empty objects are constants. */
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
