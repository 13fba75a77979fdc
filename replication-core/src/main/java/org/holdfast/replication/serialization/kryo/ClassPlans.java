// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.replication.serialization.codec.PlatformClasses;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaBytes;
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
    /** The way of the whole attribute through JDK serialization. */
    JDK,
    REFUSED
  }

  /**
   * @param reason for REFUSED: continues a sentence that begins with the class name
   * @param shape for BEAN and RECORD
   * @param declaration what names the class on the wire, see {@link SchemaBytes}; empty for JDK and
   *     REFUSED
   * @param instantiator for BEAN: as JDK serialization does, runs the constructor of the first
   *     superclass that is not serializable
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Plan(
      Way way,
      String reason,
      @Nullable BeanShape shape,
      byte[] declaration,
      @Nullable ObjectInstantiator<?> instantiator) {
    private static final byte[] NONE = new byte[0];

    static Plan of(Way way) {
      return new Plan(way, "", null, NONE, null);
    }

    static Plan refused(String reason) {
      return new Plan(Way.REFUSED, reason, null, NONE, null);
    }

    BeanShape requireShape() {
      if (shape == null) {
        throw new IllegalStateException("a class that goes the way " + way + " has no fields");
      }
      return shape;
    }
  }

  private static final String NO_CONSTRUCTOR =
      "cannot be created: a superclass that is not serializable lacks a constructor without"
          + " arguments that it may call";

  private final WebappClasses classes;
  private final ClassAliases aliases;
  private final Map<Class<?>, Plan> plans = new ConcurrentHashMap<>();
  // Apart from the plans: what others wrote through Kryo stays readable.
  private final Set<Class<?>> writtenThroughJdk = ConcurrentHashMap.newKeySet();
  private final ReadPlans readPlans;

  ClassPlans(WebappClasses classes) {
    this(classes, ClassAliases.NONE);
  }

  ClassPlans(WebappClasses classes, ClassAliases aliases) {
    this.classes = classes;
    this.aliases = aliases;
    this.readPlans = new ReadPlans(classes, this, aliases);
  }

  ReadPlans readPlans() {
    return readPlans;
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
   * Writes beans and records among {@code types} through JDK serialization from now on: their first
   * value failed the trip. Reading stays as it was.
   */
  void sendThroughJdk(Set<Class<?>> types) {
    for (Class<?> type : types) {
      Way way = plan(type).way;
      if (way == Way.BEAN || way == Way.RECORD) {
        writtenThroughJdk.add(type);
      }
    }
  }

  /** Tells whether {@link #sendThroughJdk} was called for {@code type}. */
  boolean isSentThroughJdk(Class<?> type) {
    return writtenThroughJdk.contains(type);
  }

  void clear() {
    plans.clear();
    readPlans.clear();
    writtenThroughJdk.clear();
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
      return refusal == null
          ? declared(Way.ARRAY, type, Schema.Form.ARRAY, null, null)
          : Plan.refused(refusal);
    }
    if (!Serializable.class.isAssignableFrom(type)) {
      return Plan.refused("does not implement java.io.Serializable");
    }
    String refusal = classes.objectRefusal(type);
    if (refusal != null) {
      return Plan.refused(refusal);
    }
    if (type.isEnum()) {
      return declared(Way.ENUM, type, Schema.Form.ENUM, null, null);
    }
    if (PlatformClasses.includes(type) || needsJdk(type)) {
      return Plan.of(Way.JDK);
    }
    return fieldwise(type);
  }

  private Plan fieldwise(Class<?> type) {
    try {
      BeanShape shape = BeanShape.of(type, aliases);
      if (type.isRecord()) {
        return declared(Way.RECORD, type, Schema.Form.RECORD, shape, null);
      }
      if (Modifier.isAbstract(type.getModifiers())) {
        return Plan.refused("is abstract");
      }
      Class<?> constructed = firstNotSerializable(type);
      if (constructed != Object.class && PlatformClasses.includes(constructed)) {
        return Plan.of(Way.JDK); // its constructor is open to JDK serialization only
      }
      if (!hasConstructorFor(type, constructed)) {
        return Plan.refused(NO_CONSTRUCTOR);
      }
      return declared(
          Way.BEAN,
          type,
          Schema.Form.BEAN,
          shape,
          new SerializingInstantiatorStrategy().newInstantiatorOf(type));
    } catch (InaccessibleObjectException e) {
      return Plan.refused("is in a module that does not open its package: " + e.getMessage());
    } catch (RuntimeException e) {
      return Plan.refused(NO_CONSTRUCTOR);
    }
  }

  private static Class<?> firstNotSerializable(Class<?> type) {
    Class<?> at = type;
    while (Serializable.class.isAssignableFrom(at)) {
      at = at.getSuperclass();
    }
    return at;
  }

  /**
   * Tells whether {@code type} may call the constructor of {@code constructed} without arguments.
   * As for the JDK, a private one does not count, and one of the package only in the package.
   */
  private static boolean hasConstructorFor(Class<?> type, Class<?> constructed) {
    try {
      int modifiers = constructed.getDeclaredConstructor().getModifiers();
      boolean everywhere = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
      boolean samePackage =
          type.getClassLoader() == constructed.getClassLoader()
              && type.getPackageName().equals(constructed.getPackageName());
      return everywhere || (samePackage && !Modifier.isPrivate(modifiers));
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private Plan declared(
      Way way,
      Class<?> type,
      Schema.Form form,
      @Nullable BeanShape shape,
      @Nullable ObjectInstantiator<?> instantiator) {
    String usurped = aliases.usurped(type.getName());
    if (usurped != null) {
      return Plan.refused(usurped);
    }
    Schema schema =
        new Schema(
            aliases.wireName(type.getName()), form, shape == null ? List.of() : shape.written());
    try {
      return new Plan(way, "", shape, SchemaBytes.encode(schema), instantiator);
    } catch (IllegalArgumentException e) {
      return Plan.of(Way.JDK); // more fields than a schema holds
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
