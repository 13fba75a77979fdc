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

package org.holdfast.drill.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.drill.upgrade.ClassFile.Member;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.holdfast.replication.serialization.schema.SchemaMatch.LocalField;
import org.objectweb.asm.Opcodes;

/**
 * A class as the default codec treats its objects, found out from class files. Immutable.
 *
 * @param way what becomes of them
 * @param wireName its name in the bytes
 * @param local the fields that travel field by field, those of serializable superclasses first
 */
record SessionClass(ClassFile type, Way way, String wireName, List<LocalField> local) {
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
  }

  private static final String SERIALIZABLE = "java.io.Serializable";
  private static final String EXTERNALIZABLE = "java.io.Externalizable";

  /**
   * @param aliases of the version that {@code application} is
   */
  static SessionClass of(ClassFile type, ApplicationClasses application, ClassAliases aliases) {
    Way way = way(type, application);
    boolean travels = way == Way.FIELDS || way == Way.RECORD;
    return new SessionClass(
        type,
        way,
        aliases.wireName(type.name()),
        travels ? fields(type, application, aliases) : List.of());
  }

  private static Way way(ClassFile type, ApplicationClasses application) {
    if (type.isEnum()) {
      return Way.ENUM;
    }
    boolean ofConstant = type.has(Opcodes.ACC_ENUM); // its objects travel as those of the enum
    if (ofConstant || !type.hasInstances() || !application.isSubtype(type.name(), SERIALIZABLE)) {
      return Way.REFUSED;
    }
    if (needsJdk(type, application)) {
      return Way.JDK;
    }
    return type.isRecord() ? Way.RECORD : Way.FIELDS;
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

  private static List<LocalField> fields(
      ClassFile type, ApplicationClasses application, ClassAliases aliases) {
    List<LocalField> fields = new ArrayList<>();
    for (ClassFile at : application.hierarchy(type)) {
      if (application.isSubtype(at.name(), SERIALIZABLE)) {
        List<LocalField> own = new ArrayList<>();
        for (Member field : travelling(at)) {
          own.add(new LocalField(field.name(), aliases.wireName(at.name()), field.typeName()));
        }
        own.sort(
            type.isRecord()
                ? Comparator.comparingInt(field -> type.components().indexOf(field.name()))
                : Comparator.comparing(LocalField::name));
        fields.addAll(0, own);
      }
    }
    return List.copyOf(fields);
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
