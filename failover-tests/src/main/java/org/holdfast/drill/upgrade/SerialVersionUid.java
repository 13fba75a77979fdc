// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.objectweb.asm.Opcodes;

/**
 * The {@code serialVersionUID} of a class: the declared one, or the one that JDK serialization
 * computes from names and modifiers; of a record that declares none 0. Stateless.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/docs/specs/serialization/class.html">Java
 *     Object Serialization Specification, 4.6</a>
 */
final class SerialVersionUid {
  private static final int OF_CLASSES =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
  private static final int OF_FIELDS =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_PRIVATE
          | Opcodes.ACC_PROTECTED
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_VOLATILE
          | Opcodes.ACC_TRANSIENT;
  private static final int OF_METHODS =
      Opcodes.ACC_PUBLIC
          | Opcodes.ACC_PRIVATE
          | Opcodes.ACC_PROTECTED
          | Opcodes.ACC_STATIC
          | Opcodes.ACC_FINAL
          | Opcodes.ACC_SYNCHRONIZED
          | Opcodes.ACC_NATIVE
          | Opcodes.ACC_ABSTRACT
          | Opcodes.ACC_STRICT;

  private SerialVersionUid() {}

  static long of(ClassFile type) {
    Long declared = type.uid();
    if (declared != null) {
      return declared;
    }
    if (type.isRecord()) {
      return 0;
    }
    ByteArrayOutputStream described = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(described)) {
      describe(type, out);
    } catch (IOException e) {
      throw new UncheckedIOException("a name of class " + type.name() + " is too long", e);
    }
    byte[] hash = sha1(described.toByteArray());
    long uid = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      uid = (uid << 8) | (hash[i] & 0xFF);
    }
    return uid;
  }

  private static void describe(ClassFile type, DataOutputStream out) throws IOException {
    out.writeUTF(type.name());
    out.writeInt(type.modifiers() & OF_CLASSES);
    for (String name : type.interfaces().stream().sorted().toList()) {
      out.writeUTF(name);
    }
    for (Member field : sorted(type.fields())) {
      boolean skipped =
          field.has(Opcodes.ACC_PRIVATE) && field.has(Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT);
      if (!skipped) {
        write(field.name(), field.modifiers() & OF_FIELDS, field.descriptor(), out);
      }
    }
    if (type.declares("<clinit>", "(")) {
      write("<clinit>", Opcodes.ACC_STATIC, "()V", out);
    }
    // In the order of names, "<init>" would not be the first.
    for (Member method : sorted(type.methods())) {
      if (method.name().equals("<init>")) {
        writeMethod(method, out);
      }
    }
    for (Member method : sorted(type.methods())) {
      if (!method.name().startsWith("<")) {
        writeMethod(method, out);
      }
    }
  }

  private static List<Member> sorted(List<Member> members) {
    return members.stream()
        .sorted(Comparator.comparing(Member::name).thenComparing(Member::descriptor))
        .toList();
  }

  private static void writeMethod(Member method, DataOutputStream out) throws IOException {
    if (!method.has(Opcodes.ACC_PRIVATE)) {
      String descriptor = method.descriptor().replace('/', '.');
      write(method.name(), method.modifiers() & OF_METHODS, descriptor, out);
    }
  }

  private static void write(String name, int modifiers, String descriptor, DataOutputStream out)
      throws IOException {
    out.writeUTF(name);
    out.writeInt(modifiers);
    out.writeUTF(descriptor);
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-1", e);
    }
  }
}
