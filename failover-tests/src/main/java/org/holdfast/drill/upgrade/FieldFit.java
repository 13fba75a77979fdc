// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.Map;
import org.holdfast.drill.upgrade.Finding.Severity;
import org.holdfast.replication.serialization.schema.Conversion;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * What a field of another type makes of values, as far as declared types tell. Stateless.
 *
 * @param next the version that reads
 * @param converts whether boxes become other boxes and primitives, as they do field by field, but
 *     not in JDK serialization
 */
record FieldFit(ApplicationVersion next, boolean converts) {
  /** What is wrong, and how bad that is. */
  record Misfit(Severity severity, String reason) {}

  private static final Map<String, String> PRIMITIVES =
      Map.of(
          "java.lang.Boolean", "boolean",
          "java.lang.Byte", "byte",
          "java.lang.Character", "char",
          "java.lang.Short", "short",
          "java.lang.Integer", "int",
          "java.lang.Long", "long",
          "java.lang.Float", "float",
          "java.lang.Double", "double");

  /**
   * Returns null if each value that a field of type {@code written} may hold fits, and its elements
   * are what the other declares.
   *
   * @param declared the type in its class file, which tells primitives from classes
   */
  @Nullable Misfit of(TypeUse written, String declared, TypeUse local, String localDeclared) {
    Misfit misfit = ofTypes(declared, localDeclared);
    return misfit == null && !elementsFit(written, local)
        ? new Misfit(
            Severity.UNCERTAIN,
            retyped(written.toString(), local.toString())
                + ": what it contains stays what it was, and is of the wrong type when it is used")
        : misfit;
  }

  private @Nullable Misfit ofTypes(String written, String local) {
    FieldKind kind = FieldKind.ofType(written);
    return kind == FieldKind.OBJECT || (kind == FieldKind.STRING && !converts)
        ? ofObjects(written, local)
        : misfit(Conversion.fit(kind, local), written, local);
  }

  private @Nullable Misfit ofObjects(String written, String local) {
    String here = next.aliases().localName(written);
    if (here.equals(local)) {
      return null;
    }
    String primitive = PRIMITIVES.get(written);
    if (primitive != null && converts) {
      Conversion.Fit fit = Conversion.fit(FieldKind.ofType(primitive), local);
      if (fit == Conversion.Fit.SAME || fit == Conversion.Fit.ALWAYS) {
        return FieldKind.ofType(local).isPrimitive()
            ? new Misfit(Severity.UNCERTAIN, retyped(written, local) + ": null cannot be read")
            : null;
      }
      return misfit(fit, written, local);
    }
    if (FieldKind.ofType(local).isPrimitive()) {
      return ofPrimitive(here, written, local);
    }
    if (isSubtype(here, local)) {
      return null;
    }
    if (isSubtype(local, here) || isOpen(here) || isOpen(local)) {
      return new Misfit(
          Severity.UNCERTAIN,
          retyped(written, local)
              + ": only null and values that are also of that type can be read");
    }
    return new Misfit(Severity.UNREADABLE, retyped(written, local) + ": no value but null fits");
  }

  private Misfit ofPrimitive(String here, String written, String local) {
    boolean mayBeBox =
        PRIMITIVES.entrySet().stream()
            .filter(box -> isSubtype(box.getKey(), here))
            .map(box -> Conversion.fit(FieldKind.ofType(box.getValue()), local))
            .anyMatch(fit -> fit != Conversion.Fit.NEVER);
    return mayBeBox
        ? new Misfit(
            Severity.UNCERTAIN,
            retyped(written, local) + ": only values that fit there can be read, and null does not")
        : new Misfit(Severity.UNREADABLE, retyped(written, local) + ": no value fits");
  }

  private static @Nullable Misfit misfit(Conversion.Fit fit, String written, String local) {
    return switch (fit) {
      case SAME, ALWAYS -> null;
      case BY_VALUE ->
          new Misfit(
              Severity.UNCERTAIN,
              retyped(written, local) + ": values that would lose digits cannot be read");
      case NEVER ->
          new Misfit(Severity.UNREADABLE, retyped(written, local) + ": no value but null fits");
    };
  }

  /** Compares type arguments by position, which tells nothing if their numbers differ. */
  private boolean elementsFit(TypeUse written, TypeUse local) {
    if (written.arguments().size() != local.arguments().size()) {
      return true;
    }
    for (int i = 0; i < written.arguments().size(); i++) {
      TypeUse before = written.arguments().get(i);
      TypeUse after = local.arguments().get(i);
      boolean told = !before.name().isEmpty() && !after.name().isEmpty();
      if (told && !isSubtype(next.aliases().localName(before.name()), after.name())
          || !elementsFit(before, after)) {
        return false;
      }
    }
    return true;
  }

  private boolean isSubtype(String name, String supertype) {
    return name.equals(supertype) || next.classes().isSubtype(name, supertype);
  }

  /** Tells whether there may be classes that are also of another, unrelated type. */
  private boolean isOpen(String name) {
    if (name.startsWith("[")) {
      return false;
    }
    ClassFile ofApplication = next.classes().find(name);
    if (ofApplication != null) {
      return ofApplication.has(Opcodes.ACC_INTERFACE);
    }
    Class<?> platform = ApplicationClasses.platformClass(name);
    return platform == null || platform.isInterface();
  }

  private static String retyped(String written, String local) {
    return "was declared as " + written + " and is " + local + " there";
  }
}
