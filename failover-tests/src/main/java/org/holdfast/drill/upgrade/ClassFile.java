// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * What a class file says that matters to serialization. Immutable.
 *
 * @param name as {@link Class#getName()} gives it, as are all names of classes here
 * @param modifiers as {@link Class#getModifiers()} gives them, and ASM's flags of records
 * @param superName null of {@link Object} alone
 * @param components of a record, in their order
 * @param uid the declared {@code serialVersionUID}; null if there is none, or if it is computed
 */
record ClassFile(
    String name,
    int modifiers,
    @Nullable String superName,
    List<String> interfaces,
    List<Member> fields,
    List<Member> methods,
    List<String> components,
    @Nullable Long uid) {

  /**
   * A field or method; constructors and static initializers are methods.
   *
   * @param signature of a field whose type has type arguments or is a type variable, else null
   */
  record Member(int modifiers, String name, String descriptor, @Nullable String signature) {
    boolean has(int modifier) {
      return (modifiers & modifier) != 0;
    }

    /** Returns the declared type of a field, as {@link Class#getName()} gives it. */
    String typeName() {
      return switch (descriptor.charAt(0)) {
        case 'Z' -> "boolean";
        case 'B' -> "byte";
        case 'C' -> "char";
        case 'S' -> "short";
        case 'I' -> "int";
        case 'J' -> "long";
        case 'F' -> "float";
        case 'D' -> "double";
        case 'L' -> dotted(descriptor.substring(1, descriptor.length() - 1));
        default -> dotted(descriptor);
      };
    }
  }

  /**
   * @throws IllegalArgumentException if the bytes are no class file, or of a Java that is too new
   */
  static ClassFile parse(byte[] bytes) {
    try {
      Facts facts = new Facts();
      new ClassReader(bytes)
          .accept(facts, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      return facts.classFile();
    } catch (IllegalArgumentException e) {
      throw e.getMessage() == null ? notAClass(e) : e;
    } catch (RuntimeException e) {
      throw notAClass(e); // which one depends on where the bytes stop making sense
    }
  }

  private static IllegalArgumentException notAClass(RuntimeException cause) {
    return new IllegalArgumentException("not a class file, or a damaged one", cause);
  }

  boolean has(int modifier) {
    return (modifiers & modifier) != 0;
  }

  boolean isEnum() {
    return has(Opcodes.ACC_ENUM) && "java.lang.Enum".equals(superName);
  }

  boolean isRecord() {
    return "java.lang.Record".equals(superName);
  }

  /** Tells whether {@code new} could make one. */
  boolean hasInstances() {
    return !has(Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT | Opcodes.ACC_MODULE);
  }

  /** Returns the names of an enum's constants, in their order. */
  List<String> constants() {
    return fields.stream().filter(field -> field.has(Opcodes.ACC_ENUM)).map(Member::name).toList();
  }

  boolean declares(String method, String parameters) {
    return methods.stream()
        .anyMatch(
            any -> any.name().equals(method) && any.descriptor().startsWith(parameters + ")"));
  }

  private static String dotted(String internalName) {
    return internalName.replace('/', '.');
  }

  private static final class Facts extends ClassVisitor {
    private final List<Member> fields = new ArrayList<>();
    private final List<Member> methods = new ArrayList<>();
    private final List<String> components = new ArrayList<>();
    private String name = "";
    private int modifiers;
    private @Nullable String superName;
    private List<String> interfaces = List.of();
    private @Nullable Long uid;

    Facts() {
      super(Opcodes.ASM9);
    }

    ClassFile classFile() {
      return new ClassFile(
          name,
          modifiers,
          superName,
          interfaces,
          List.copyOf(fields),
          List.copyOf(methods),
          List.copyOf(components),
          uid);
    }

    @Override
    public void visit(
        int version,
        int access,
        String internalName,
        @Nullable String signature,
        @Nullable String superclass,
        String @Nullable [] interfaceNames) {
      name = dotted(internalName);
      modifiers = access;
      superName = superclass == null ? null : dotted(superclass);
      interfaces =
          interfaceNames == null
              ? List.of()
              : Arrays.stream(interfaceNames).map(ClassFile::dotted).toList();
    }

    /** A nested class has its true modifiers there alone. */
    @Override
    public void visitInnerClass(
        String internalName, @Nullable String outer, @Nullable String inner, int access) {
      if (dotted(internalName).equals(name)) {
        modifiers = access;
      }
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String field,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      Member member = new Member(access, field, descriptor, signature);
      fields.add(member);
      if (field.equals("serialVersionUID")
          && member.has(Opcodes.ACC_STATIC)
          && member.has(Opcodes.ACC_FINAL)
          && value instanceof Number number) {
        uid = number.longValue();
      }
      return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      methods.add(new Member(access, method, descriptor, null));
      return null;
    }

    @Override
    public @Nullable RecordComponentVisitor visitRecordComponent(
        String component, String descriptor, @Nullable String signature) {
      components.add(component);
      return null;
    }
  }
}
