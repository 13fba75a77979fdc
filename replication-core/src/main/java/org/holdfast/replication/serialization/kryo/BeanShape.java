// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.FieldKind;
import org.holdfast.replication.serialization.schema.SchemaField;
import org.holdfast.replication.serialization.schema.SchemaMatch.LocalField;

/**
 * The fields of a class that travel. These are the fields of JDK serialization's default form,
 * superclass first, by name; of a record its components in their order.
 *
 * @param fields accessible, non-static, non-transient
 * @param written how each of them is announced to readers
 * @param local what each of them can be found by
 */
record BeanShape(List<Field> fields, List<SchemaField> written, List<LocalField> local) {

  /**
   * @throws InaccessibleObjectException if the module of {@code type} does not open it
   */
  static BeanShape of(Class<?> type, ClassAliases aliases) {
    List<Field> fields = new ArrayList<>();
    collect(type, fields);
    if (type.isRecord()) {
      List<String> order =
          Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
      fields.sort(Comparator.comparingInt(field -> order.indexOf(field.getName())));
    }
    Map<String, Integer> namesakes = new HashMap<>();
    for (Field field : fields) {
      field.setAccessible(true);
      namesakes.merge(field.getName(), 1, Integer::sum);
    }
    List<SchemaField> written = new ArrayList<>();
    List<LocalField> local = new ArrayList<>();
    for (Field field : fields) {
      String name = field.getName();
      String typeName = field.getType().getName();
      String owner = aliases.wireName(field.getDeclaringClass().getName());
      boolean alone = namesakes.getOrDefault(name, 1) == 1;
      written.add(new SchemaField(name, FieldKind.ofType(typeName), alone ? "" : owner));
      local.add(new LocalField(name, owner, typeName));
    }
    return new BeanShape(List.copyOf(fields), List.copyOf(written), List.copyOf(local));
  }

  private static void collect(Class<?> type, List<Field> fields) {
    Class<?> superclass = type.getSuperclass();
    if (superclass != null && java.io.Serializable.class.isAssignableFrom(superclass)) {
      collect(superclass, fields);
    }
    Arrays.stream(type.getDeclaredFields())
        .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
        .sorted(Comparator.comparing(Field::getName))
        .forEach(fields::add);
  }
}
