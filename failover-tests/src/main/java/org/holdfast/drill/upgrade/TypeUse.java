// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/**
 * A type as a field declares it. Immutable.
 *
 * @param name as {@link Class#getName()} gives it; empty for a type variable or a wildcard that
 *     says nothing about values read from it
 * @param arguments of the type, or of an array's element type; empty if it is raw or takes none
 */
record TypeUse(String name, List<TypeUse> arguments) {

  static TypeUse of(Member field) {
    String signature = field.signature();
    if (signature == null) {
      return new TypeUse(field.typeName(), List.of());
    }
    try {
      Parts parts = new Parts();
      new SignatureReader(signature).acceptType(parts);
      return parts.type();
    } catch (RuntimeException e) {
      return new TypeUse(field.typeName(), List.of()); // no part of what the JVM checks
    }
  }

  boolean isArray() {
    return name.startsWith("[");
  }

  /** Returns the name of the class, or of the class in an array; empty for primitives in one. */
  String className() {
    if (!isArray()) {
      return name;
    }
    return name.endsWith(";") ? name.substring(name.lastIndexOf('[') + 2, name.length() - 1) : "";
  }

  /** Adds the classes that it names, its arguments included. */
  void mention(Set<String> names) {
    names.add(className());
    arguments.forEach(argument -> argument.mention(names));
  }

  @Override
  public String toString() {
    String shown = name.isEmpty() ? "?" : name;
    return arguments.isEmpty()
        ? shown
        : shown + "<" + String.join(", ", arguments.stream().map(Objects::toString).toList()) + ">";
  }

  private static final class Parts extends SignatureVisitor {
    private final List<Parts> arguments = new ArrayList<>();
    private int dimensions;
    private String name = "";
    private boolean primitive;

    Parts() {
      super(Opcodes.ASM9);
    }

    TypeUse type() {
      List<TypeUse> types = arguments.stream().map(Parts::type).toList();
      if (dimensions == 0 || name.isEmpty()) {
        return new TypeUse(name, types);
      }
      return new TypeUse("[".repeat(dimensions) + (primitive ? name : "L" + name + ";"), types);
    }

    @Override
    public SignatureVisitor visitArrayType() {
      dimensions++;
      return this;
    }

    @Override
    public void visitBaseType(char descriptor) {
      name = String.valueOf(descriptor);
      primitive = true;
    }

    @Override
    public void visitClassType(String internalName) {
      name = internalName.replace('/', '.');
    }

    @Override
    public void visitInnerClassType(String simpleName) {
      name = name + "$" + simpleName;
      arguments.clear();
    }

    @Override
    public void visitTypeArgument() {
      arguments.add(new Parts());
    }

    @Override
    public SignatureVisitor visitTypeArgument(char wildcard) {
      Parts argument = new Parts();
      arguments.add(wildcard == SUPER ? new Parts() : argument);
      return argument;
    }
  }
}
