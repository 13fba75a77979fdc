// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks into objects one step deep: elements, entries, and the fields of application classes.
 * Stateless.
 */
public final class Children {
  /** A receiver of children. */
  public interface Visitor {
    /**
     * Takes one child.
     *
     * @param step how the path continues, for example {@code .lock} or {@code [2]}
     */
    void child(String step, @Nullable Object child);
  }

  // Class values are dropped with their class, so this keeps no class loader alive.
  private static final ClassValue<Boolean> HASHES_BY_IDENTITY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
          } catch (NoSuchMethodException e) {
            return true; // an interface or primitive: never the class of an object
          }
        }
      };

  private static final int LONGEST_KEY = 40;

  private Children() {}

  /** Tells whether {@code type} leaves {@code hashCode} as {@link Object} has it. */
  public static boolean hashesByIdentity(Class<?> type) {
    return HASHES_BY_IDENTITY.get(type);
  }

  /**
   * Hands each child of {@code parent} to {@code visitor}.
   *
   * @throws RuntimeException whatever a collection of the application throws when it is iterated
   */
  public static void visit(Object parent, Visitor visitor) {
    if (parent instanceof Object[] array) {
      for (int i = 0; i < array.length; i++) {
        visitor.child("[" + i + "]", array[i]);
      }
    } else if (parent instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            visitor.child(".key(" + brief(key) + ")", key);
            visitor.child("[" + brief(key) + "]", value);
          });
    } else if (parent instanceof Collection<?> collection) {
      int i = 0;
      for (Object element : collection) {
        visitor.child("[" + i++ + "]", element);
      }
    } else if (parent instanceof Optional<?> optional) {
      visitor.child(".get()", optional.orElse(null));
    } else if (parent instanceof Map.Entry<?, ?> entry) {
      visitor.child(".key", entry.getKey());
      visitor.child(".value", entry.getValue());
    } else if (parent instanceof java.util.concurrent.atomic.AtomicReference<?> reference) {
      visitor.child(".get()", reference.get());
    }
    visitFields(parent, visitor);
  }

  /**
   * Hands the fields that classes outside the JDK declare to {@code visitor}, except transient
   * ones.
   */
  public static void visitFields(Object parent, Visitor visitor) {
    for (Class<?> at = parent.getClass();
        at != null && !PlatformClasses.includes(at);
        at = at.getSuperclass()) {
      if (at.isArray() || at.isEnum() || parent instanceof Enum) {
        return;
      }
      for (Field field : at.getDeclaredFields()) {
        if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
          visitor.child("." + field.getName(), read(field, parent));
        }
      }
    }
  }

  private static @Nullable Object read(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      return null; // hidden from us: a path cannot lead through it
    }
  }

  private static boolean isPrintedQuickly(Object key) {
    return ImmutableTypes.isImmutable(key)
        && !(key instanceof BigInteger || key instanceof BigDecimal || key instanceof Optional);
  }

  private static String brief(@Nullable Object key) {
    if (key == null || isPrintedQuickly(key)) {
      String text = String.valueOf(key);
      return text.length() <= LONGEST_KEY ? text : text.substring(0, LONGEST_KEY) + "...";
    }
    return key.getClass().getSimpleName();
  }
}
