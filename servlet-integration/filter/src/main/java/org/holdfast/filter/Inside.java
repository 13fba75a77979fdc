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

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Looks into objects of a container whose classes this code cannot name. */
final class Inside {
  private Inside() {}

  /**
   * Calls a method without parameters, wherever it is declared.
   *
   * @throws ReflectiveOperationException if there is none, or it is not to be called or throws
   */
  static Object call(Object target, String method) throws ReflectiveOperationException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Method declared : type.getDeclaredMethods()) {
        if (declared.getName().equals(method) && declared.getParameterCount() == 0) {
          Object result = accessible(declared).invoke(target);
          // Of a method that returns nothing, nobody looks at the result.
          return result == null ? target : result;
        }
      }
    }
    throw new NoSuchMethodException(target.getClass().getName() + " has no " + method + "()");
  }

  /** Reads a field, wherever it is declared. */
  static Object field(Object target, String name) throws ReflectiveOperationException {
    for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
      for (Field declared : type.getDeclaredFields()) {
        if (declared.getName().equals(name)) {
          return accessible(declared).get(target);
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
