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

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.replication.serialization.codec.PlatformClasses;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.jspecify.annotations.Nullable;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.SerializingInstantiatorStrategy;

/**
 * Decides which way the objects of a class go. Thread-safe; one per web application; a class is
 * judged once.
 *
 * <p>As with containers, application classes must implement {@link Serializable}: what is
 * replicated is what the developer declared to be. Among those, a class goes through Kryo if JDK
 * serialization would do nothing but copy its fields; a class with hooks, or with a serializable
 * JDK superclass, takes the whole attribute through JDK serialization.
 */
final class ClassPlans {
  /** The way of a class. */
  enum Way {
    BEAN,
    RECORD,
    ENUM,
    ARRAY,
    /** The whole attribute goes through JDK serialization. */
    JDK,
    REFUSED
  }

  /**
   * @param reason for REFUSED: continues a sentence that begins with the class name
   * @param shape for BEAN and RECORD
   * @param instantiator for BEAN: as JDK serialization does, runs the constructor of the first
   *     superclass that is not serializable
   */
  record Plan(
      Way way,
      String reason,
      @Nullable BeanShape shape,
      @Nullable ObjectInstantiator<?> instantiator) {
    static Plan of(Way way) {
      return new Plan(way, "", null, null);
    }

    static Plan refused(String reason) {
      return new Plan(Way.REFUSED, reason, null, null);
    }

    int fingerprint() {
      return shape == null ? 0 : shape.fingerprint();
    }
  }

  private final WebappClasses classes;
  private final Map<Class<?>, Plan> plans = new ConcurrentHashMap<>();

  ClassPlans(WebappClasses classes) {
    this.classes = classes;
  }

  Plan plan(Class<?> type) {
    Plan plan = plans.get(type);
    if (plan == null) {
      plan = decide(type);
      Plan earlier = plans.putIfAbsent(type, plan);
      plan = earlier == null ? plan : earlier;
    }
    return plan;
  }

  /**
   * Sends beans and records among {@code types} through JDK serialization from now on: their first
   * value failed the trip.
   */
  void sendThroughJdk(Set<Class<?>> types) {
    for (Class<?> type : types) {
      plans.computeIfPresent(
          type,
          (key, plan) -> plan.way == Way.BEAN || plan.way == Way.RECORD ? Plan.of(Way.JDK) : plan);
    }
  }

  void clear() {
    plans.clear();
  }

  private Plan decide(Class<?> type) {
    if (Proxy.isProxyClass(type)) {
      return Plan.refused("is a dynamic proxy");
    }
    if (type.isHidden() || (type.isSynthetic() && type.getName().contains("$$Lambda"))) {
      return Plan.refused("is a lambda or hidden class");
    }
    if (type.isArray()) {
      String refusal = classes.refusal(type);
      return refusal == null ? Plan.of(Way.ARRAY) : Plan.refused(refusal);
    }
    if (!Serializable.class.isAssignableFrom(type)) {
      return Plan.refused("does not implement java.io.Serializable");
    }
    String refusal = classes.objectRefusal(type);
    if (refusal != null) {
      return Plan.refused(refusal);
    }
    if (type.isEnum()) {
      return Plan.of(Way.ENUM);
    }
    if (PlatformClasses.includes(type) || needsJdk(type)) {
      return Plan.of(Way.JDK);
    }
    return fieldwise(type);
  }

  private Plan fieldwise(Class<?> type) {
    try {
      BeanShape shape = BeanShape.of(type);
      if (type.isRecord()) {
        return new Plan(Way.RECORD, "", shape, null);
      }
      if (Modifier.isAbstract(type.getModifiers())) {
        return Plan.refused("is abstract");
      }
      return new Plan(
          Way.BEAN, "", shape, new SerializingInstantiatorStrategy().newInstantiatorOf(type));
    } catch (InaccessibleObjectException e) {
      return Plan.refused("is in a module that does not open its package: " + e.getMessage());
    } catch (RuntimeException e) {
      return Plan.refused(
          "cannot be created: a superclass that is not serializable lacks a constructor without arguments");
    }
  }

  /** Tells whether JDK serialization does more for {@code type} than to copy fields. */
  private static boolean needsJdk(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return true;
    }
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (declares(at, "writeReplace") || declares(at, "readResolve")) {
        return true;
      }
      if (!Serializable.class.isAssignableFrom(at)) {
        continue;
      }
      if (PlatformClasses.includes(at)
          ? at != Number.class && at != Record.class
          : hasStreamHooks(at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasStreamHooks(Class<?> type) {
    return declares(type, "readObject", ObjectInputStream.class)
        || declares(type, "writeObject", ObjectOutputStream.class)
        || declares(type, "readObjectNoData")
        || declaresSerialFields(type);
  }

  private static boolean declaresSerialFields(Class<?> type) {
    for (var field : type.getDeclaredFields()) {
      if (field.getName().equals("serialPersistentFields")) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
    for (Method declared : type.getDeclaredMethods()) {
      if (declared.getName().equals(method)
          && Arrays.equals(declared.getParameterTypes(), parameters)) {
        return true;
      }
    }
    return false;
  }
}
