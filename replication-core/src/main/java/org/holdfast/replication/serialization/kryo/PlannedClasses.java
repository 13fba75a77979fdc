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

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.filter.WebappClasses;

/**
 * The only door through which a class gets into Kryo: JDK classes by their fixed id ({@link
 * JdkTypes}), others by name after {@link ClassPlans} allowed them. A name travels once per
 * attribute, with the fingerprint of the class's shape.
 */
final class PlannedClasses extends DefaultClassResolver {
  private final ClassPlans plans;
  private final WebappClasses classes;
  private final Graph graph;
  private final IdentityHashMap<Class<?>, Integer> writtenNames = new IdentityHashMap<>();
  private final List<Registration> readNames = new ArrayList<>();

  /** Until the table of JDK types is complete, classes outside it are merely unknown. */
  private boolean tableComplete;

  PlannedClasses(ClassPlans plans, WebappClasses classes, Graph graph) {
    this.plans = plans;
    this.classes = classes;
    this.graph = graph;
  }

  /** Writes objects of {@code actual} under the id of {@code listed}. */
  void alias(Class<?> actual, Class<?> listed) {
    classToRegistration.put(actual, classToRegistration.get(listed));
  }

  void completeTable() {
    tableComplete = true;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Registration getRegistration(Class type) {
    Registration known = super.getRegistration(type);
    return known == null && tableComplete ? register(plan(type)) : known;
  }

  private Registration plan(Class<?> type) {
    Class<?> named =
        Enum.class.isAssignableFrom(type) && !type.isEnum() && type != Enum.class
            ? type.getSuperclass()
            : type;
    ClassPlans.Plan plan = plans.plan(named);
    Serializer<?> serializer =
        switch (plan.way()) {
          case BEAN -> new BeanSerializer(named, plan);
          case RECORD -> new RecordSerializer(named, plan);
          case ENUM -> new EnumSerializer(named);
          case ARRAY -> new ObjectArraySerializer(named.getComponentType());
          case JDK -> throw new JdkDetour(named);
          case REFUSED -> throw new Refusal(null, plan.reason());
        };
    return new Registration(type, serializer, NAME);
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected void writeName(Output output, Class type, Registration registration) {
    output.writeByte(NAME + 2);
    Class<?> named =
        Enum.class.isAssignableFrom(type) && !type.isEnum() ? type.getSuperclass() : type;
    Integer known = writtenNames.get(named);
    if (known != null) {
      output.writeVarInt(known, true);
      return;
    }
    output.writeVarInt(writtenNames.size(), true);
    writtenNames.put(named, writtenNames.size());
    output.writeString(named.getName());
    output.writeInt(plans.plan(named).fingerprint());
    graph.sawClass(named);
  }

  @Override
  protected Registration readName(Input input) {
    int id = input.readVarInt(true);
    if (id >= 0 && id < readNames.size()) {
      return readNames.get(id);
    }
    if (id != readNames.size()) {
      throw new LimitExceeded("class number " + id + " of " + readNames.size());
    }
    Class<?> type = classes.load(((BoundedInput) input).readText());
    int fingerprint = input.readInt();
    Registration registration;
    try {
      registration = getRegistration(type);
    } catch (JdkDetour | Refusal e) {
      throw new CorruptAttributeException(
          "class " + type.getName() + " is not read through Kryo here: " + e.getMessage());
    }
    if (fingerprint != plans.plan(type).fingerprint()) {
      throw new CorruptAttributeException(
          "class " + type.getName() + " has other fields here than where it was written");
    }
    readNames.add(registration);
    return registration;
  }

  @Override
  public void reset() {
    super.reset();
    writtenNames.clear();
    readNames.clear();
  }
}
