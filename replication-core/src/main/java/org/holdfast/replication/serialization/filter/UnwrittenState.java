// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import java.io.Externalizable;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports state that JDK serialization, and so Kryo here too, does not carry. The fields of
 * superclasses that are not serializable come back as their constructor leaves them. Developers
 * know that rule for {@code transient} fields, and overlook it here. Stateless.
 */
final class UnwrittenState {
  private static final Logger log = LoggerFactory.getLogger(UnwrittenState.class);

  private UnwrittenState() {}

  /** Logs the fields of {@code type} that are not written; to be called once per class. */
  static void warnOf(Class<?> type) {
    List<String> fields = fieldsOf(type);
    if (!fields.isEmpty()) {
      log.warn(
          "{} is serializable, but the superclasses that declare the fields {} are not: these"
              + " fields are not replicated, and other nodes see the values that the superclass's"
              + " constructor sets. Make these superclasses serializable to replicate the fields",
          type.getName(),
          fields);
    }
  }

  /**
   * Returns the instance fields of {@code type} that are not written, as {@code Class.field}; none
   * of a class that writes itself, as nothing is known of it.
   */
  static List<String> fieldsOf(Class<?> type) {
    List<String> fields = new ArrayList<>();
    if (type.isArray() || type.isEnum() || type.isRecord() || writesItself(type)) {
      return fields;
    }
    for (Class<?> at = type; at != null && !isOfJdk(at); at = at.getSuperclass()) {
      if (!Serializable.class.isAssignableFrom(at)) {
        for (Field field : declaredFields(at)) {
          if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
            fields.add(at.getName() + "." + field.getName());
          }
        }
      }
    }
    return fields;
  }

  /**
   * Returns no field if one has a type that is missing: no node writes it, so no node misses it.
   */
  private static Field[] declaredFields(Class<?> type) {
    try {
      return type.getDeclaredFields();
    } catch (LinkageError e) {
      return new Field[0];
    }
  }

  private static boolean writesItself(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return true;
    }
    for (Class<?> at = type; at != null && !isOfJdk(at); at = at.getSuperclass()) {
      if (declares(at, "writeReplace") || declares(at, "writeObject", ObjectOutputStream.class)) {
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
    }
  }

  private static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
