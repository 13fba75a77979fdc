// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;

/**
 * The JDK classes that have a fixed id. Ids are part of the wire format: append, never change or
 * reuse one.
 *
 * <p>Types that are not here go through JDK serialization if the filter lists them.
 */
@SuppressWarnings({"unchecked", "rawtypes", "JdkObsolete", "JavaUtilDate"})
final class JdkTypes {
  /**
   * The first id of the table. Ids 0 to 8 are Kryo's: int, String, float, boolean, byte, char,
   * short, long, double.
   */
  private static final int FIRST_ID = 16;

  private record Entry(int id, Class<?> type, @Nullable Serializer<?> serializer) {}

  private final List<Entry> entries = new ArrayList<>();
  private final WebappClasses classes;

  /**
   * Makes the table for one web application; its serializers are thread-safe and serve all its Kryo
   * instances.
   */
  JdkTypes(WebappClasses classes, ClassAliases aliases) {
    this.classes = classes;
    values(aliases);
    times();
    arrays();
    collections();
    maps();
    immutables();
    mutableValues();
  }

  void registerAll(AttributeKryo kryo, PlannedClasses resolver) {
    kryo.register(String.class, LeafSerializers.string()); // keeps its id
    for (Entry entry : entries) {
      if (entry.serializer == null) {
        kryo.register(entry.type, entry.id);
      } else {
        kryo.register(entry.type, entry.serializer, entry.id);
      }
    }
    for (Object list : List.of(List.of(), List.of(1), List.of(1, 2, 3).subList(0, 2))) {
      resolver.alias(list.getClass(), List.class);
    }
    for (Object set : List.of(Set.of(), Set.of(1))) {
      resolver.alias(set.getClass(), Set.class);
    }
    for (Object map : List.of(Map.of(), Map.of(1, 1))) {
      resolver.alias(map.getClass(), Map.class);
    }
    resolver.alias(EnumSet.noneOf(DayOfWeek.class).getClass(), EnumSet.class);
    resolver.alias(EnumSet.noneOf(Character.UnicodeScript.class).getClass(), EnumSet.class);
    resolver.completeTable();
  }

  private void add(Class<?> type, @Nullable Serializer<?> serializer) {
    Serializer<?> refusing = FilteredTable.refusing(type, classes);
    entries.add(
        new Entry(FIRST_ID + entries.size(), type, refusing == null ? serializer : refusing));
  }

  private void values(ClassAliases aliases) {
    add(
        BigInteger.class,
        LeafSerializers.weighed(
            LeafSerializers.leaf(LeafSerializers::writeBigInteger, LeafSerializers::readBigInteger),
            value -> value.bitLength() / Byte.SIZE));
    add(java.math.BigDecimal.class, LeafSerializers.bigDecimal());
    add(
        UUID.class,
        LeafSerializers.<UUID>leaf(
            (output, value) -> {
              output.writeLong(value.getMostSignificantBits());
              output.writeLong(value.getLeastSignificantBits());
            },
            input -> new UUID(input.readLong(), input.readLong())));
    add(URI.class, LeafSerializers.longText(URI::toString, URI::create));
    add(URL.class, LeafSerializers.url());
    add(Currency.class, LeafSerializers.text(Currency::getCurrencyCode, Currency::getInstance));
    add(Locale.class, LeafSerializers.locale());
    add(Class.class, LeafSerializers.type(classes, aliases));
    add(TimeZone.getTimeZone("UTC").getClass(), LeafSerializers.timeZone());
    add(Pattern.class, LeafSerializers.pattern());
  }

  private void times() {
    add(Instant.class, null);
    add(Duration.class, null);
    add(Period.class, null);
    add(LocalDate.class, null);
    add(LocalTime.class, null);
    add(LocalDateTime.class, null);
    add(OffsetTime.class, null);
    add(OffsetDateTime.class, null);
    add(ZoneOffset.class, null);
    add(Year.class, null);
    add(YearMonth.class, null);
    add(MonthDay.class, null);
    add(ZonedDateTime.class, LeafSerializers.zonedDateTime());
    add(ZoneId.of("Europe/Paris").getClass(), LeafSerializers.text(ZoneId::getId, ZoneId::of));
    add(
        Date.class,
        LeafSerializers.<Date>leaf(
            (o, v) -> o.writeLong(v.getTime()), input -> new Date(input.readLong())));
  }

  private void arrays() {
    add(byte[].class, null);
    add(char[].class, null);
    add(short[].class, null);
    add(int[].class, null);
    add(long[].class, null);
    add(float[].class, null);
    add(double[].class, null);
    add(
        boolean[].class, // Kryo's own allocates before it looks at the bytes
        LeafSerializers.<boolean[]>leaf(
            (output, value) -> {
              output.writeVarInt(value.length, true);
              output.writeBooleans(value, 0, value.length);
            },
            input -> input.readBooleans(input.readCount(1))));
    add(Object[].class, new ObjectArraySerializer(Object.class));
    add(String[].class, new ObjectArraySerializer(String.class));
  }

  private void collections() {
    add(ArrayList.class, new SequenceSerializer(ArrayList::new));
    add(LinkedList.class, new SequenceSerializer(size -> new LinkedList<>()));
    add(ArrayDeque.class, new SequenceSerializer(ArrayDeque::new));
    add(Vector.class, new SequenceSerializer(Vector::new));
    add(Stack.class, new SequenceSerializer(size -> new Stack<>()));
    add(ConcurrentLinkedQueue.class, new SequenceSerializer(size -> new ConcurrentLinkedQueue<>()));
    add(ConcurrentLinkedDeque.class, new SequenceSerializer(size -> new ConcurrentLinkedDeque<>()));
    add(HashSet.class, new SetSerializer(size -> new HashSet<>()));
    add(LinkedHashSet.class, new SetSerializer(size -> new LinkedHashSet<>()));
    add(TreeSet.class, new SetSerializer(size -> new TreeSet<>()));
    add(ConcurrentSkipListSet.class, new SetSerializer(size -> new ConcurrentSkipListSet<>()));
    add(PriorityQueue.class, new SetSerializer(size -> new PriorityQueue<>()));
    add(EnumSet.class, new SetOfEnums());
  }

  private void maps() {
    add(HashMap.class, new MapSerializer(HashMap::new));
    add(LinkedHashMap.class, new MapSerializer.Linked());
    add(TreeMap.class, new MapSerializer(TreeMap::new));
    add(Hashtable.class, new MapSerializer(Hashtable::new));
    add(ConcurrentHashMap.class, new MapSerializer(ConcurrentHashMap::new));
    add(ConcurrentSkipListMap.class, new MapSerializer(ConcurrentSkipListMap::new));
    add(EnumMap.class, new MapSerializer.OfEnums());
  }

  private void immutables() {
    add(List.class, new ImmutableSerializers.OfList());
    add(Set.class, new ImmutableSerializers.OfSet());
    add(Map.class, new ImmutableSerializers.OfMap());
    constant(Collections.emptyList());
    constant(Collections.emptySet());
    constant(Collections.emptyMap());
    parts(
        Collections.singletonList(1),
        list -> new Object[] {list.get(0)},
        p -> Collections.singletonList(p[0]));
    parts(Collections.singleton(1), set -> set.toArray(), p -> Collections.singleton(p[0]));
    parts(
        Collections.singletonMap(1, 1),
        JdkTypes::onlyEntry,
        p -> Collections.singletonMap(p[0], p[1]));
    parts(
        Optional.of(1),
        JdkTypes::optionalPart,
        p -> p.length == 0 ? Optional.empty() : Optional.of(p[0]));
    add(OptionalInt.class, null);
    add(OptionalLong.class, null);
    add(OptionalDouble.class, null);
    parts(Map.entry(1, 1), JdkTypes::entryParts, p -> Map.entry(p[0], p[1]));
    parts(
        new AbstractMap.SimpleImmutableEntry(1, 1),
        JdkTypes::entryParts,
        p -> new AbstractMap.SimpleImmutableEntry(p[0], p[1]));
  }

  private void mutableValues() {
    add(
        BitSet.class,
        LeafSerializers.weighed(
            LeafSerializers.<BitSet>leaf(
                (output, value) -> {
                  long[] words = value.toLongArray();
                  output.writeVarInt(words.length, true);
                  output.writeLongs(words, 0, words.length);
                },
                input -> BitSet.valueOf(input.readLongs(input.readCount(8)))),
            value -> value.length() / Byte.SIZE));
    add(StringBuilder.class, LeafSerializers.longText(StringBuilder::toString, StringBuilder::new));
    add(StringBuffer.class, LeafSerializers.longText(StringBuffer::toString, StringBuffer::new));
    add(
        AtomicBoolean.class,
        LeafSerializers.<AtomicBoolean>leaf(
            (o, v) -> o.writeBoolean(v.get()), in -> new AtomicBoolean(in.readBoolean())));
    add(
        AtomicInteger.class,
        LeafSerializers.<AtomicInteger>leaf(
            (o, v) -> o.writeVarInt(v.get(), false),
            in -> new AtomicInteger(in.readVarInt(false))));
    add(
        AtomicLong.class,
        LeafSerializers.<AtomicLong>leaf(
            (o, v) -> o.writeVarLong(v.get(), false), in -> new AtomicLong(in.readVarLong(false))));
  }

  private void constant(Object value) {
    add(value.getClass(), LeafSerializers.leaf((output, unused) -> {}, input -> value));
  }

  private <T> void parts(
      T sample,
      java.util.function.Function<T, @Nullable Object[]> split,
      java.util.function.Function<@Nullable Object[], T> join) {
    add(sample.getClass(), new ImmutableSerializers.OfParts<>(split, join));
  }

  private static @Nullable Object[] onlyEntry(Map<?, ?> map) {
    return entryParts(map.entrySet().iterator().next());
  }

  private static @Nullable Object[] entryParts(Map.Entry<?, ?> entry) {
    return new Object[] {entry.getKey(), entry.getValue()};
  }

  private static @Nullable Object[] optionalPart(Optional<?> optional) {
    return optional.isPresent() ? new Object[] {optional.get()} : new Object[0];
  }

  private static final class SetOfEnums extends GraphSerializer<EnumSet> {
    SetOfEnums() {
      super(Graph.Hashing.BY_PARTS, false);
    }

    @Override
    void writeParts(AttributeKryo kryo, com.esotericsoftware.kryo.io.Output output, EnumSet value) {
      Object[] constants = value.toArray(); // other threads may change the set meanwhile
      Object[] any = constants.length > 0 ? constants : EnumSet.complementOf(value).toArray();
      if (any.length == 0) {
        throw new JdkDetour(EnumSet.class);
      }
      kryo.writeClass(output, ((Enum<?>) any[0]).getDeclaringClass());
      output.writeVarInt(constants.length, true);
      kryo.graph().addWeight(constants.length);
      for (Object constant : constants) {
        output.writeString(((Enum<?>) constant).name());
      }
    }

    @Override
    EnumSet readParts(AttributeKryo kryo, BoundedInput input) {
      Registration registration = readEnum(kryo, input);
      EnumSet set = EnumSet.noneOf(registration.getType());
      Serializer serializer = registration.getSerializer();
      kryo.reference(set);
      int count = input.readCount(1);
      kryo.graph().addWeight(count);
      for (int i = count; i > 0; i--) {
        kryo.graph().step();
        if (serializer.read(kryo, input, registration.getType()) instanceof Enum constant) {
          set.add(constant);
        }
      }
      return set;
    }
  }

  static Registration readEnum(AttributeKryo kryo, Input input) {
    Registration registration = kryo.readClass(input);
    if (registration == null || !registration.getType().isEnum()) {
      throw new LimitExceeded("an enum class belongs here");
    }
    return registration;
  }

  /** Throws {@link JdkDetour} for a container with a comparator, since that may be anything. */
  static void requireNaturalOrder(Object container) {
    Object comparator = null;
    if (container instanceof SortedSet<?> set) {
      comparator = set.comparator();
    } else if (container instanceof SortedMap<?, ?> map) {
      comparator = map.comparator();
    } else if (container instanceof PriorityQueue<?> queue) {
      comparator = queue.comparator();
    }
    if (comparator != null) {
      throw new JdkDetour(container.getClass());
    }
  }
}
