// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The reflective access to objects of a container whose classes this code cannot name. */
final class ContainerObjects {
  private ContainerObjects() {}

  /**
   * Calls a method without parameters, wherever it is declared; returns its result, or {@code
   * target} if that is null.
   *
   * @throws ReflectiveOperationException if there is none, or it is not to be called or throws
   */
  static Object call(Object target, String method) throws ReflectiveOperationException {
    Object result = method(target, method).invoke(target);
    // Callers of a method that returns nothing ignore this.
    return result == null ? target : result;
  }

  /** Finds a method without parameters, wherever it is declared, to call it often. */
  static Method method(Object target, String name) throws NoSuchMethodException {
    return method(target, name, 0);
  }

  /** Finds a method by its name and the number of its parameters, wherever it is declared. */
  static Method method(Object target, String name, int parameters) throws NoSuchMethodException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Method declared : type.getDeclaredMethods()) {
        if (declared.getName().equals(name) && declared.getParameterCount() == parameters) {
          return accessible(declared);
        }
      }
    }
    throw new NoSuchMethodException(
        target.getClass().getName()
            + " has no method "
            + name
            + " with "
            + parameters
            + " parameters");
  }

  /** Reads a field, wherever it is declared. */
  static Object field(Object target, String name) throws ReflectiveOperationException {
    return variable(target, name).get(target);
  }

  /** Reads a constant of {@code type}, also if neither is public. */
  static Object constant(Class<?> type, String name) throws ReflectiveOperationException {
    return accessible(type.getDeclaredField(name)).get(null);
  }

  /** Finds a field, wherever it is declared, to read it often. */
  static Field variable(Object target, String name) throws NoSuchFieldException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Field declared : type.getDeclaredFields()) {
        if (declared.getName().equals(name)) {
          return accessible(declared);
        }
      }
    }
    throw new NoSuchFieldException(target.getClass().getName() + " has no field " + name);
  }

  private static <T extends AccessibleObject> T accessible(T member) {
    member.setAccessible(true);
    return member;
  }
}
