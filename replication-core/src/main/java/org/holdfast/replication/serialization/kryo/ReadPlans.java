// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaBytes;
import org.holdfast.replication.serialization.schema.SchemaMatch;
import org.jspecify.annotations.Nullable;

/**
 * The plans for reading objects whose class came in a schema: decided once per schema, whatever
 * {@link ClassPlans} says about writing. Thread-safe; one per web application.
 *
 * <p>A look-up hashes the schema's bytes and parses nothing. At most {@value #MOST_PLANS} plans and
 * {@value #MOST_BYTES} bytes of schemas are kept; past either all are forgotten. A class that is
 * missing or refused is looked for each time.
 */
final class ReadPlans {
  static final int MOST_PLANS = 2_000;
  static final int MOST_BYTES = 1 << 20;

  /**
   * @param problem why no object can be read, null if objects can; the registration then reads past
   *     them
   */
  record ReadPlan(Registration registration, @Nullable UnreadableClass problem) {}

  private final WebappClasses classes;
  private final ClassPlans plans;
  private final ClassAliases aliases;
  private final Map<ByteBuffer, ReadPlan> known = new ConcurrentHashMap<>();
  private final AtomicInteger knownBytes = new AtomicInteger();

  ReadPlans(WebappClasses classes, ClassPlans plans, ClassAliases aliases) {
    this.classes = classes;
    this.plans = plans;
    this.aliases = aliases;
  }

  /** Returns the plan for the schema in {@code bytes}, which are not kept. */
  ReadPlan plan(ByteBuffer bytes) {
    ReadPlan plan = known.get(bytes);
    if (plan != null) {
      return plan;
    }
    plan = decide(SchemaBytes.parse(bytes));
    if (plan.problem == null) {
      keep(bytes, plan);
    }
    return plan;
  }

  private void keep(ByteBuffer bytes, ReadPlan plan) {
    if (known.size() >= MOST_PLANS || knownBytes.get() + bytes.remaining() > MOST_BYTES) {
      clear();
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    if (known.put(ByteBuffer.wrap(copy), plan) == null) {
      knownBytes.addAndGet(copy.length);
    }
  }

  void clear() {
    known.clear();
    knownBytes.set(0);
  }

  int size() {
    return known.size();
  }

  private ReadPlan decide(Schema schema) {
    Class<?> type;
    try {
      type = classes.load(schema.className(), aliases.localName(schema.className()));
    } catch (CorruptAttributeException e) {
      return unreadable(schema, "cannot be read: " + e.getMessage());
    }
    ClassPlans.Plan plan = plans.plan(type);
    return switch (plan.way()) {
      case REFUSED -> unreadable(schema, plan.reason());
      case JDK ->
          unreadable(
              schema,
              "was written field by field, but has serialization hooks here or extends a JDK"
                  + " class");
      case ENUM -> exact(schema, Schema.Form.ENUM, type, new EnumSerializer(type));
      case ARRAY ->
          exact(
              schema,
              Schema.Form.ARRAY,
              type,
              type.isArray() && !type.getComponentType().isPrimitive()
                  ? new ObjectArraySerializer(type.getComponentType())
                  : null);
      case BEAN, RECORD -> matched(schema, type, plan);
    };
  }

  private static ReadPlan exact(
      Schema schema, Schema.Form local, Class<?> type, @Nullable Serializer<?> serializer) {
    UnreadableClass problem = SchemaMatch.of(schema, local, List.of()).problem();
    return problem == null && serializer != null
        ? new ReadPlan(registration(type, serializer), null)
        : unreadable(schema, problem == null ? "has a fixed number" : problem.reason());
  }

  private static ReadPlan matched(Schema schema, Class<?> type, ClassPlans.Plan plan) {
    boolean record = plan.way() == ClassPlans.Way.RECORD;
    SchemaMatch match =
        SchemaMatch.of(
            schema, record ? Schema.Form.RECORD : Schema.Form.BEAN, plan.requireShape().local());
    if (match.problem() != null) {
      return skipping(schema, match.problem());
    }
    Serializer<?> serializer =
        record ? new RecordSerializer(type, plan, match) : new BeanSerializer(type, plan, match);
    return new ReadPlan(registration(type, serializer), null);
  }

  private static ReadPlan unreadable(Schema schema, String reason) {
    return skipping(schema, new UnreadableClass(printable(schema.className()), "", reason));
  }

  private static ReadPlan skipping(Schema schema, UnreadableClass problem) {
    Registration registration =
        switch (schema.form()) {
          case BEAN, RECORD ->
              registration(SkippableValues.Missing.class, new SkippedSerializer(schema));
          case ENUM ->
              registration(
                  SkippedSerializer.OfEnum.SkippedEnum.class, new SkippedSerializer.OfEnum());
          case ARRAY -> registration(Object[].class, new ObjectArraySerializer(Object.class));
        };
    return new ReadPlan(registration, problem);
  }

  private static Registration registration(Class<?> type, Serializer<?> serializer) {
    return new Registration(type, serializer, DefaultClassResolver.NAME);
  }

  /**
   * Returns {@code name} for a message, with "?" for all that no class name holds, and cut: a name
   * from bytes may hold anything.
   */
  private static String printable(String name) {
    String cut = name.length() > 200 ? name.substring(0, 200) + "..." : name;
    return cut.replaceAll("[^\\p{Alnum}.$_\\[;/-]", "?");
  }
}
