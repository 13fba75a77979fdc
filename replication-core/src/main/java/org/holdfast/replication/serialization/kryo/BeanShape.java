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

package org.holdfast.replication.serialization.kryo;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The fields of a class as both sides must agree on them: those of JDK serialization's default
 * form, superclass first, by name.
 *
 * @param fields accessible, non-static, non-transient
 * @param fingerprint travels with the class name, so that bytes of another version of the class are
 *     refused and not misread
 */
record BeanShape(List<Field> fields, int fingerprint) {

  /**
   * @throws InaccessibleObjectException if the module of {@code type} does not open it
   */
  static BeanShape of(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    collect(type, fields);
    int hash = 1;
    for (Field field : fields) {
      field.setAccessible(true);
      hash = 31 * hash + field.getName().hashCode();
      hash = 31 * hash + field.getType().getName().hashCode();
    }
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        hash = 31 * hash + component.getName().hashCode();
      }
    }
    return new BeanShape(List.copyOf(fields), hash);
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
