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

import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records: the components in their order, read back through the canonical constructor, whose checks
 * therefore hold.
 */
final class RecordSerializer extends GraphSerializer<Object> {
  private final Constructor<?> constructor;
  private final List<FieldSlot> slots = new ArrayList<>();

  RecordSerializer(Class<?> type, ClassPlans.Plan plan) {
    super(Graph.Hashing.BY_PARTS, true);
    if (plan.shape() == null) {
      throw new IllegalArgumentException(type.getName() + " is not planned as a record");
    }
    RecordComponent[] components = type.getRecordComponents();
    for (RecordComponent component : components) {
      plan.shape().fields().stream()
          .filter(field -> field.getName().equals(component.getName()))
          .forEach(field -> slots.add(new FieldSlot(field)));
    }
    try {
      constructor =
          type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "record " + type.getName() + " has no canonical constructor", e);
    }
  }

  @Override
  void writeParts(AttributeKryo kryo, Output output, Object value) {
    try {
      for (FieldSlot slot : slots) {
        slot.write(kryo, output, value);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(
          "a component of " + value.getClass().getName() + " became inaccessible", e);
    }
  }

  @Override
  Object readParts(AttributeKryo kryo, BoundedInput input) {
    @Nullable Object[] parts = new Object[slots.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = slots.get(i).read(kryo, input);
    }
    try {
      return constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(
          "the constructor of record "
              + constructor.getDeclaringClass().getName()
              + " refused the components",
          e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "record " + constructor.getDeclaringClass().getName() + " cannot be created", e);
    }
  }
}
