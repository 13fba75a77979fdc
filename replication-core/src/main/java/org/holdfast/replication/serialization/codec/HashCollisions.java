// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * Tells for which keys equal hash codes cost time. Stateless.
 *
 * <p>The JDK's hash containers keep keys with one hash code in a tree, ordered by {@code
 * compareTo}, but only if the key's class itself says {@code implements Comparable<ItsOwnName>}.
 * {@link java.time.LocalDateTime} and {@link java.sql.Timestamp} do not, {@link java.util.Locale}
 * cannot be compared at all, and what a class of the application makes of {@code compareTo} is
 * unknown: such keys are compared with one another, each with each.
 */
public final class HashCollisions {
  // Class values are dropped with their class, so this keeps no class loader alive.
  private static final ClassValue<Boolean> COST =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !(Enum.class.isAssignableFrom(type)
              || Children.hashesByIdentity(type)
              || (PlatformClasses.includes(type) && comparesWithItself(type)));
        }
      };

  private HashCollisions() {}

  /** Tells whether many keys like {@code key} with one hash code are compared each with each. */
  public static boolean cost(Object key) {
    return COST.get(key.getClass());
  }

  private static boolean comparesWithItself(Class<?> type) {
    for (Type implemented : type.getGenericInterfaces()) {
      if (implemented instanceof ParameterizedType generic
          && generic.getRawType() == Comparable.class
          && generic.getActualTypeArguments()[0] == type) {
        return true;
      }
    }
    return false;
  }
}
