// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Registration;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes of former builds, which every later one has to read: ids and forms of JDK types are
 * append-only. The file {@code golden.txt} has a line {@code title TAB hex} for each; lines are
 * added, never changed.
 */
@SuppressWarnings({
  "JdkObsolete",
  "JavaUtilDate",
  "UnnecessaryStringBuilder"
}) // old types on purpose
class GoldenBytesTest {
  private static final int FIRST_ID = 16;

  private final KryoAttributeCodec codec =
      new KryoAttributeCodec(getClass().getClassLoader(), ClassFilter.DEFAULT, CodecLimits.DEFAULT);

  /** One value for each registered id, in the order of the ids; then the forms of schemas. */
  private static List<Object> values() {
    List<Object> values = new ArrayList<>();
    values.addAll(List.of(BigInteger.TEN.pow(30), new BigDecimal("-1.50"), new UUID(1, 2)));
    values.addAll(List.of(URI.create("a:b"), url(), Currency.getInstance("EUR")));
    values.addAll(List.of(Locale.forLanguageTag("de-AT"), String[].class));
    values.addAll(List.of(TimeZone.getTimeZone("UTC"), Pattern.compile("a+", 2)));
    values.addAll(List.of(Instant.ofEpochSecond(5, 6), Duration.ofSeconds(7, 8)));
    values.addAll(List.of(Period.of(1, 2, 3), LocalDate.of(2026, 1, 2), LocalTime.of(3, 4, 5)));
    values.addAll(
        List.of(LocalDateTime.of(2026, 1, 2, 3, 4), OffsetTime.of(LocalTime.NOON, ZoneOffset.UTC)));
    values.addAll(
        List.of(OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.MAX), ZoneOffset.ofHours(2)));
    values.addAll(List.of(Year.of(2026), YearMonth.of(2026, 5), MonthDay.of(2, 29)));
    values.addAll(List.of(ZonedDateTime.of(2026, 7, 2, 3, 4, 5, 6, ZoneId.of("Europe/Paris"))));
    values.addAll(List.of(ZoneId.of("Europe/Paris"), new Date(1_000)));
    values.addAll(List.of(new byte[] {1, -2}, new char[] {'a'}, new short[] {-3}, new int[] {400}));
    values.addAll(List.of(new long[] {1L << 40}, new float[] {1.5f}, new double[] {-2.5}));
    values.addAll(
        List.of(new boolean[] {true}, new Object[] {"x", 1, null}, new String[] {"ü", null}));
    List<Integer> two = List.of(1, 2);
    values.addAll(List.of(new ArrayList<>(two), new LinkedList<>(two), new ArrayDeque<>(two)));
    values.addAll(List.of(new Vector<>(two), stack(), new ConcurrentLinkedQueue<>(two)));
    values.addAll(
        List.of(new ConcurrentLinkedDeque<>(two), new HashSet<>(two), new LinkedHashSet<>(two)));
    values.addAll(
        List.of(new TreeSet<>(two), new ConcurrentSkipListSet<>(two), new PriorityQueue<>(two)));
    values.add(EnumSet.of(DayOfWeek.FRIDAY));
    Map<DayOfWeek, Integer> one = Map.of(DayOfWeek.FRIDAY, 1);
    values.addAll(List.of(new HashMap<>(one), new LinkedHashMap<>(one), new TreeMap<>(one)));
    values.addAll(List.of(new Hashtable<>(one), new ConcurrentHashMap<>(one)));
    values.addAll(List.of(new ConcurrentSkipListMap<>(one), new EnumMap<>(one)));
    values.addAll(List.of(two, Set.of(1), one));
    values.addAll(List.of(Collections.emptyList(), Collections.emptySet(), Collections.emptyMap()));
    values.addAll(List.of(Collections.singletonList(1), Collections.singleton(1)));
    values.addAll(List.of(Collections.singletonMap(1, 2), Optional.of("o"), OptionalInt.of(1)));
    values.addAll(List.of(OptionalLong.of(1), OptionalDouble.of(1.5), Map.entry(1, 2)));
    values.add(new AbstractMap.SimpleImmutableEntry<>(1, 2));
    values.addAll(
        List.of(BitSet.valueOf(new long[] {5}), new StringBuilder("b"), new StringBuffer("c")));
    values.addAll(List.of(new AtomicBoolean(true), new AtomicInteger(-1), new AtomicLong(1)));
    values.addAll(List.of("text \u20ac", 1, 2L, (short) 3, (byte) 4, 'c', true, 1.5f, 2.5));
    values.addAll(
        List.of(new SampleBeans.Point(1, 2), new SampleBeans.Bean(), SampleBeans.Plain.RED));
    values.addAll(List.of(new SampleBeans.Plain[] {SampleBeans.Plain.GREEN}, DayOfWeek.MONDAY));
    return values;
  }

  private static URL url() {
    try {
      return new URL("http://127.0.0.1/a");
    } catch (MalformedURLException e) {
      throw new IllegalStateException("a legal address", e);
    }
  }

  private static Stack<Integer> stack() {
    Stack<Integer> stack = new Stack<>();
    stack.push(1);
    return stack;
  }

  private static Map<String, byte[]> golden() {
    Map<String, byte[]> lines = new LinkedHashMap<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(GoldenBytesTest.class.getResourceAsStream("golden.txt")),
                StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] parts = line.split("\t", -1);
        assertThat(lines.put(parts[0], HexFormat.of().parseHex(parts[1]))).as(parts[0]).isNull();
      }
    } catch (IOException e) {
      throw new IllegalStateException("golden.txt cannot be read", e);
    }
    return lines;
  }

  static List<String> titles() {
    return List.copyOf(golden().keySet());
  }

  private static Map<String, Object> valuesByTitle() {
    Map<String, Object> byTitle = new LinkedHashMap<>();
    int number = FIRST_ID;
    for (Object value : values()) {
      byTitle.put(number++ + " " + value.getClass().getTypeName(), value);
    }
    return byTitle;
  }

  @ParameterizedTest
  @MethodSource("titles")
  void readsWhatFormerBuildsWrote(String title) {
    Object value = valuesByTitle().get(title);
    assertThat(value).as("a value for %s", title).isNotNull();

    Object copy = codec.decode("a", golden().get(title));

    assertThat(copy.getClass()).isEqualTo(value.getClass());
    // Not what the file has: the form may get a successor, as long as both are read.
    assertThat(codec.encode("a", copy)).isEqualTo(codec.encode("a", value));
  }

  @Test
  void hasBytesOfEachValue() {
    StringBuilder missing = new StringBuilder();
    Set<String> known = golden().keySet();
    valuesByTitle()
        .forEach(
            (title, value) -> {
              if (!known.contains(title)) {
                byte[] bytes = codec.encode("a", value);
                missing
                    .append(title)
                    .append('\t')
                    .append(HexFormat.of().formatHex(bytes))
                    .append('\n');
              }
            });
    assertThat(missing.toString()).as("lines to add to golden.txt").isEmpty();
  }

  @Test
  void hasAValueForEachRegisteredId() {
    WebappClasses classes = new WebappClasses(getClass().getClassLoader(), ClassFilter.DEFAULT);
    AttributeKryo kryo =
        AttributeKryo.create(
            new JdkTypes(classes, ClassAliases.NONE),
            classes,
            new ClassPlans(classes),
            CodecLimits.DEFAULT);
    List<Object> values = values();
    int id = FIRST_ID;
    for (; kryo.getRegistration(id) != null; id++) {
      Registration registration = kryo.getRegistration(id);
      Object value = values.get(id - FIRST_ID);
      assertThat(kryo.getRegistration(value.getClass()).getId())
          .as("%s is registered as %s", value, registration)
          .isEqualTo(id);
    }
    assertThat(id).isGreaterThan(FIRST_ID + 70);
  }
}
