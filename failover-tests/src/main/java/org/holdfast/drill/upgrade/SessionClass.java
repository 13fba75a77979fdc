// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.holdfast.replication.serialization.schema.SchemaMatch.LocalField;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A class as the default codec treats its objects, found out from class files. Immutable.
 *
 * @param way what becomes of them
 * @param refusal why it is REFUSED, else empty; continues a sentence that begins with the class
 * @param unknown a supertype that was not found, so that the class may be another than it seems;
 *     null if all were
 * @param wireName its name in the bytes
 * @param local the fields that travel field by field, those of serializable superclasses first
 * @param types the types of {@code local}
 */
record SessionClass(
    ClassFile type,
    Way way,
    String refusal,
    @Nullable String unknown,
    String wireName,
    List<LocalField> local,
    List<TypeUse> types) {
  /** What becomes of objects of a class. */
  enum Way {
    FIELDS(Schema.Form.BEAN),
    RECORD(Schema.Form.RECORD),
    ENUM(Schema.Form.ENUM),
    /** JDK serialization, since the class has hooks or extends a class of the JDK. */
    JDK(Schema.Form.BEAN),
    /** They cannot be in a session. */
    REFUSED(Schema.Form.BEAN);

    private final Schema.Form form;

    Way(Schema.Form form) {
      this.form = form;
    }

    Schema.Form form() {
      return form;
    }

    boolean isFieldwise() {
      return this == FIELDS || this == RECORD;
    }
  }

  static final String SERIALIZABLE = "java.io.Serializable";
  static final String EXTERNALIZABLE = "java.io.Externalizable";

  /** Continues a sentence that begins with the class. */
  static final String REFUSED_BY_FILTER = "is refused by the class filter";

  static SessionClass of(ClassFile type, ApplicationVersion version) {
    ApplicationClasses classes = version.classes();
    String unknown = classes.unknownSupertype(type.name());
    Way way = way(type, classes, unknown);
    String refusal = way == Way.REFUSED ? unserializable(type) : refusal(type, way, version);
    List<LocalField> local = new ArrayList<>();
    List<TypeUse> types = new ArrayList<>();
    for (ClassFile at : way.isFieldwise() ? lowestLast(type, classes) : List.<ClassFile>of()) {
      for (Member field : inOrder(at, type)) {
        String owner = version.aliases().wireName(at.name());
        local.add(new LocalField(field.name(), owner, field.typeName()));
        types.add(TypeUse.of(field));
      }
    }
    return new SessionClass(
        type,
        refusal.isEmpty() ? way : Way.REFUSED,
        refusal,
        unknown,
        version.aliases().wireName(type.name()),
        List.copyOf(local),
        List.copyOf(types));
  }

  private static Way way(ClassFile type, ApplicationClasses application, @Nullable String unknown) {
    if (type.isEnum()) {
      return Way.ENUM;
    }
    boolean serializable = unknown != null || application.isSubtype(type.name(), SERIALIZABLE);
    boolean ofConstant = type.has(Opcodes.ACC_ENUM); // its objects travel as those of the enum
    if (ofConstant || !type.hasInstances() || !serializable) {
      return Way.REFUSED;
    }
    if (needsJdk(type, application)) {
      return Way.JDK;
    }
    return type.isRecord() ? Way.RECORD : Way.FIELDS;
  }

  private static String unserializable(ClassFile type) {
    if (type.has(Opcodes.ACC_INTERFACE)) {
      return "is an interface";
    }
    return type.hasInstances() ? "is not serializable" : "is abstract";
  }

  /** Returns why objects are not written although the class is serializable; empty if they are. */
  private static String refusal(ClassFile type, Way way, ApplicationVersion version) {
    if (version.filter().refuses(type.name())
        || version.filter().refuses(version.aliases().wireName(type.name()))) {
      return REFUSED_BY_FILTER;
    }
    if (way == Way.FIELDS) {
      return Constructors.problemForFields(type, version.classes());
    }
    if (way != Way.JDK) {
      return "";
    }
    for (String above : version.classes().serializableSuperclasses(type)) {
      if (version.filter().refuses(above)) {
        return "extends " + above + ", which " + REFUSED_BY_FILTER;
      }
    }
    return Constructors.problemForJdk(type, version.classes());
  }

  /** The same questions as the codec asks of loaded classes. */
  private static boolean needsJdk(ClassFile type, ApplicationClasses application) {
    if (application.isSubtype(type.name(), EXTERNALIZABLE)) {
      return true;
    }
    for (ClassFile at : application.hierarchy(type)) {
      if (at.declares("writeReplace", "(") || at.declares("readResolve", "(")) {
        return true;
      }
      if (application.isSubtype(at.name(), SERIALIZABLE) && hasStreamHooks(at)) {
        return true;
      }
    }
    String outer = application.outerSuperclass(type);
    return !outer.equals("java.lang.Number")
        && !outer.equals("java.lang.Record")
        && application.isSubtype(outer, SERIALIZABLE);
  }

  private static boolean hasStreamHooks(ClassFile type) {
    return type.declares("readObject", "(Ljava/io/ObjectInputStream;")
        || type.declares("writeObject", "(Ljava/io/ObjectOutputStream;")
        || type.declares("readObjectNoData", "(")
        || type.fields().stream().anyMatch(any -> any.name().equals("serialPersistentFields"));
  }

  private static List<ClassFile> lowestLast(ClassFile type, ApplicationClasses application) {
    List<ClassFile> hierarchy = new ArrayList<>();
    for (ClassFile at : application.hierarchy(type)) {
      if (at.equals(type) || application.isSubtype(at.name(), SERIALIZABLE)) {
        hierarchy.add(0, at);
      }
    }
    return hierarchy;
  }

  private static List<Member> inOrder(ClassFile at, ClassFile type) {
    Comparator<Member> order =
        type.isRecord()
            ? Comparator.comparingInt(field -> type.components().indexOf(field.name()))
            : Comparator.comparing(Member::name);
    return travelling(at).stream().sorted(order).toList();
  }

  /** Returns the fields that JDK serialization's default form has. */
  static List<Member> travelling(ClassFile type) {
    return type.fields().stream()
        .filter(field -> !field.has(Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT))
        .toList();
  }

  /** Returns what stands before its objects in the bytes. */
  Schema schema() {
    Map<String, Integer> namesakes = new HashMap<>();
    local.forEach(field -> namesakes.merge(field.name(), 1, Integer::sum));
    List<SchemaField> written = new ArrayList<>();
    for (LocalField field : local) {
      boolean alone = namesakes.getOrDefault(field.name(), 1) == 1;
      written.add(
          new SchemaField(
              field.name(), FieldKind.ofType(field.typeName()), alone ? "" : field.owner()));
    }
    return new Schema(wireName, way.form(), written);
  }

  boolean isExternalizable(ApplicationClasses application) {
    return application.isSubtype(type.name(), EXTERNALIZABLE);
  }
}
