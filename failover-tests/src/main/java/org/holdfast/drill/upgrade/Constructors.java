// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Whether objects of a serializable class can be made when they are read: the constructor without
 * arguments of the first superclass that is not serializable runs then, or that of an {@code
 * Externalizable} itself. Stateless.
 */
final class Constructors {
  private static final String NO_ARGUMENTS = "()";

  private Constructors() {}

  /** Returns why the codec cannot make one of a class without hooks; empty if it can. */
  static String problemForFields(ClassFile type, ApplicationClasses application) {
    return problem(type, application);
  }

  /** Returns why JDK serialization cannot make one; empty if it can. */
  static String problemForJdk(ClassFile type, ApplicationClasses application) {
    if (type.isRecord()) {
      return "";
    }
    if (application.isSubtype(type.name(), SessionClass.EXTERNALIZABLE)) {
      Member own = withoutArguments(type);
      return own != null && own.has(Opcodes.ACC_PUBLIC)
          ? ""
          : "is Externalizable without a public constructor without arguments";
    }
    return problem(type, application);
  }

  private static String problem(ClassFile type, ApplicationClasses application) {
    for (ClassFile at : application.hierarchy(type)) {
      if (!at.equals(type) && !application.isSubtype(at.name(), SessionClass.SERIALIZABLE)) {
        Member constructor = withoutArguments(at);
        boolean usable =
            constructor != null
                && isUsable(
                    constructor.modifiers(),
                    ApplicationClasses.inOnePackage(type.name(), at.name()));
        return usable ? "" : lacking(at.name());
      }
    }
    Class<?> outer = ApplicationClasses.platformClass(application.outerSuperclass(type));
    while (outer != null && java.io.Serializable.class.isAssignableFrom(outer)) {
      outer = outer.getSuperclass();
    }
    return outer == null || hasUsable(outer) ? "" : lacking(outer.getName());
  }

  private static boolean hasUsable(Class<?> type) {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0) {
        return isUsable(constructor.getModifiers(), false);
      }
    }
    return false;
  }

  private static boolean isUsable(int modifiers, boolean inOnePackage) {
    return Modifier.isPublic(modifiers)
        || Modifier.isProtected(modifiers)
        || (inOnePackage && !Modifier.isPrivate(modifiers));
  }

  private static @Nullable Member withoutArguments(ClassFile type) {
    return type.methods().stream()
        .filter(method -> method.name().equals("<init>"))
        .filter(method -> method.descriptor().startsWith(NO_ARGUMENTS))
        .findFirst()
        .orElse(null);
  }

  private static String lacking(String superclass) {
    return "cannot be created, as its superclass "
        + superclass
        + ", which is not serializable, lacks a constructor without arguments that it may use";
  }
}
