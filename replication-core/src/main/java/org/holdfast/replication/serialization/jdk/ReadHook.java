// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.util.Collection;
import java.util.Map;
import org.holdfast.replication.serialization.codec.PlatformClasses;

/**
 * The code of a class that runs when its objects are read, as far as it may copy objects it is
 * handed.
 */
enum ReadHook {
  /** No code, or a container that looks through the objects it is handed and copies none. */
  NONE,
  /** A container of the JDK: copies an array in a field, and places elements that it reads. */
  CONTAINER,
  /** Another class of the JDK: copies or parses whatever it is handed. */
  PLATFORM,
  /** A class of the application: copies little as a rule. */
  OWN;

  /** The class as which {@code List.of}, {@code Set.of} and {@code Map.of} are written. */
  private static final String IMMUTABLE_CONTAINER = "java.util.CollSer";

  // Class values are dropped with their class, so this keeps no class loader alive.
  private static final ClassValue<ReadHook> HOOKS =
      new ClassValue<>() {
        @Override
        protected ReadHook computeValue(Class<?> type) {
          return find(type);
        }
      };

  static ReadHook of(Class<?> type) {
    return HOOKS.get(type);
  }

  private static ReadHook find(Class<?> type) {
    if (type.isArray() || type.isPrimitive() || type.isEnum()) {
      return NONE;
    }
    boolean reads =
        Externalizable.class.isAssignableFrom(type)
            || declares(type, "readObject", ObjectInputStream.class);
    if (!PlatformClasses.includes(type)) {
      return reads || isReplaced(type) ? OWN : NONE;
    }
    boolean container =
        Collection.class.isAssignableFrom(type)
            || Map.class.isAssignableFrom(type)
            || type.getName().equals(IMMUTABLE_CONTAINER);
    if (container) {
      return reads ? CONTAINER : NONE;
    }
    return reads || isReplaced(type) ? PLATFORM : NONE;
  }

  private static boolean isReplaced(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (declares(at, "readResolve")) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getDeclaredMethod(method, parameters) != null;
    } catch (NoSuchMethodException e) {
      return false;
    } catch (LinkageError e) {
      return true; // another method has a type that is missing here: nobody knows
    }
  }
}
