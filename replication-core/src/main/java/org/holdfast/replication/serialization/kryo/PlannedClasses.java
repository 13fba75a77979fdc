// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.schema.Schema;
import org.holdfast.replication.serialization.schema.SchemaMatch;

/**
 * The only door through which a class gets into Kryo: JDK classes by their fixed id ({@link
 * JdkTypes}), others by their schema, which travels once per attribute. {@link ClassPlans} says how
 * objects of a class are written, {@link ReadPlans} how those of a schema are read.
 */
final class PlannedClasses extends DefaultClassResolver {
  /** The name of a class on the wire: its schema, then within the same graph a number. */
  private static final class WireName {
    final Class<?> type;
    final byte[] declaration;

    /** The last graph in which it was written, and its number there. */
    long graph = -1;

    int number;

    WireName(Class<?> type, byte[] declaration) {
      this.type = type;
      this.declaration = declaration;
    }
  }

  /**
   * A registration with the name at hand, as to look it up for each object costs a third of an
   * encode.
   */
  private static final class PlannedRegistration extends Registration {
    final WireName name;

    PlannedRegistration(Class<?> type, Serializer<?> serializer, WireName name) {
      super(type, serializer, NAME);
      this.name = name;
    }
  }

  private final ClassPlans plans;
  private final ReadPlans readPlans;
  private final Graph graph;
  private final SkippableValues dropping;
  private final Map<Class<?>, WireName> wireNames = new HashMap<>();
  private final List<ReadPlans.ReadPlan> readNames = new ArrayList<>();

  /** The number of the graph being written, so that no name needs a reset after each graph. */
  private long graphs;

  private int namesWritten;

  /**
   * The mark of a complete table of JDK types; until then, classes outside it are merely unknown.
   */
  private boolean tableComplete;

  PlannedClasses(ClassPlans plans, Graph graph) {
    this.plans = plans;
    this.readPlans = plans.readPlans();
    this.graph = graph;
    this.dropping = new SkippableValues(graph);
  }

  SkippableValues dropping() {
    return dropping;
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
    if (plans.isSentThroughJdk(named)) {
      throw new JdkDetour(named);
    }
    ClassPlans.Plan plan = plans.plan(named);
    Serializer<?> serializer =
        switch (plan.way()) {
          case BEAN -> new BeanSerializer(named, plan, SchemaMatch.UNUSED);
          case RECORD -> new RecordSerializer(named, plan, SchemaMatch.UNUSED);
          case ENUM -> new EnumSerializer(named);
          case ARRAY -> new ObjectArraySerializer(named.getComponentType());
          case JDK -> throw new JdkDetour(named);
          case REFUSED -> throw new Refusal(null, plan.reason());
        };
    // Constants of an enum may have classes of their own; they share the name of their enum.
    WireName name =
        wireNames.computeIfAbsent(named, absent -> new WireName(absent, plan.declaration()));
    return new PlannedRegistration(type, serializer, name);
  }

  @Override
  @SuppressWarnings("rawtypes")
  protected void writeName(Output output, Class type, Registration registration) {
    output.writeByte(NAME + 2);
    WireName name = ((PlannedRegistration) registration).name;
    if (name.graph == graphs) {
      output.writeVarInt(name.number, true);
      return;
    }
    name.graph = graphs;
    name.number = namesWritten++;
    output.writeVarInt(name.number, true);
    output.writeVarInt(name.declaration.length, true);
    output.writeBytes(name.declaration);
    graph.sawClass(name.type);
  }

  @Override
  protected Registration readName(Input input) {
    int number = input.readVarInt(true);
    if (number < 0 || number > readNames.size()) {
      throw new LimitExceeded("class number " + number + " of " + readNames.size());
    }
    if (number == readNames.size()) {
      ReadPlans.ReadPlan next = readPlans.plan(schema((BoundedInput) input));
      if (next.problem() != null) {
        dropping.missingNames().count();
      }
      readNames.add(next);
    }
    ReadPlans.ReadPlan plan = readNames.get(number);
    if (plan.problem() != null) {
      if (SkippedSerializer.OfEnum.isSkipped(plan.registration().getType())) {
        dropping.require(plan.problem()); // constants have no number
      } else {
        dropping.requireNext(plan.problem());
      }
    }
    return plan.registration();
  }

  private static ByteBuffer schema(BoundedInput input) {
    int length = input.readVarInt(true);
    if (length <= 0 || length > Schema.MAX_BYTES || length > input.remaining()) {
      throw new LimitExceeded(
          "schema of " + length + " bytes with " + input.remaining() + " bytes left");
    }
    ByteBuffer schema = ByteBuffer.wrap(input.getBuffer(), input.position(), length).slice();
    input.setPosition(input.position() + length);
    return schema;
  }

  @Override
  public void reset() {
    super.reset();
    graphs++;
    namesWritten = 0;
    readNames.clear();
    dropping.clear();
  }
}
