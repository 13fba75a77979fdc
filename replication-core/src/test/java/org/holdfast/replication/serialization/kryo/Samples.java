// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.holdfast.replication.serialization.kryo.SampleBeans.*;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.*;
import java.text.*;
import java.time.*;
import java.time.chrono.JapaneseDate;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The table of sample values: each comes back equal, or is refused when it is checked. */
@SuppressWarnings({"unchecked", "rawtypes", "JdkObsolete", "JavaUtilDate", "IdentityHashMapUsage"})
final class Samples {
  /**
   * @param view what must be equal before and after; null if the value must be refused
   * @param path what a refusal names
   * @param type class of what comes back
   */
  record Sample(
      String title, Object value, Function<Object, Object> view, String path, Class<?> type) {
    Sample(String title, Object value, Function<Object, Object> view, String path) {
      this(title, value, view, path, value.getClass());
    }

    boolean refused() {
      return view == null;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  private final List<Sample> all = new ArrayList<>();

  static List<Sample> all() {
    Samples samples = new Samples();
    samples.scalars();
    samples.times();
    samples.collections();
    samples.maps();
    samples.wrappers();
    samples.jdkValues();
    ApplicationSamples.addTo(samples);
    CycleSamples.addTo(samples);
    return samples.all;
  }

  void same(String title, Object value) {
    all.add(new Sample(title, value, v -> v, ""));
  }

  <T> void by(String title, T value, Function<T, Object> view) {
    all.add(new Sample(title, value, (Function) view, ""));
  }

  /** Refused for what it is itself. */
  void no(String title, Object value) {
    String name = value.getClass().getSimpleName();
    noAt(name.isEmpty() ? value.getClass().getName() : name, title, value);
  }

  /** Refused for what stands at {@code path} in it. */
  void noAt(String path, String title, Object value) {
    all.add(new Sample(title, value, null, path));
  }

  private void scalars() {
    same("String", "plain");
    same("empty String", "");
    same("Unicode String", "Grüße 東京 \uD83D\uDE00");
    same("lone surrogate", "a\uD800b\uDC00");
    same("NUL in String", "a\0b");
    same("long String", "x".repeat(100_000));
    same("Integer", 42);
    same("Integer.MIN", Integer.MIN_VALUE);
    same("Long", 1L << 40);
    same("Short", (short) -3);
    same("Byte", (byte) 200);
    same("Character", '\uFFFF');
    same("Boolean", true);
    same("Float NaN", Float.NaN);
    same("Double -0", -0.0);
    same("Double", Math.PI);
    same("BigInteger", BigInteger.TWO.pow(200).negate());
    same("BigDecimal", new BigDecimal("123.4500"));
    same("UUID", new UUID(1, -2));
    same("enum", Plain.GREEN);
    same("enum with bodies", WithBodies.TWO);
    same("JDK enum", TimeUnit.DAYS);
    same("Class", String.class);
    same("Class of the application", Bean.class);
    same("primitive Class", int.class);
    same("array Class", String[][].class);
    by("StringBuilder", new StringBuilder("sb"), Object::toString);
    by("StringBuffer", new StringBuffer("sb"), Object::toString);
    by("byte[]", new byte[] {1, 2, 3}, Arrays::toString);
    by("char[]", "chars".toCharArray(), Arrays::toString);
    by("short[]", new short[] {1, -1}, Arrays::toString);
    by("int[]", new int[] {1, -1, Integer.MAX_VALUE}, Arrays::toString);
    by("long[]", new long[] {1, Long.MIN_VALUE}, Arrays::toString);
    by("float[]", new float[] {1.5f}, Arrays::toString);
    by("double[]", new double[] {1.5}, Arrays::toString);
    by("boolean[]", new boolean[] {true, false}, Arrays::toString);
    by("empty int[]", new int[0], Arrays::toString);
    by("int[][]", new int[][] {{1}, {}, null}, Arrays::deepToString);
    by("String[]", new String[] {"a", null}, Arrays::toString);
    by("Object[]", new Object[] {"a", 1, null, List.of(2)}, Arrays::toString);
    by("Point[]", new Point[] {new Point(1, 2)}, Arrays::toString);
    by("Integer[][]", new Integer[][] {{1, null}}, Arrays::deepToString);
    by("Plain[]", Plain.values(), Arrays::toString);
  }

  private void times() {
    same("Instant", Instant.ofEpochSecond(1_234_567, 89));
    same("Duration", Duration.ofNanos(1_000_000_001));
    same("Period", Period.of(1, -2, 3));
    same("LocalDate", LocalDate.of(2026, 2, 28));
    same("LocalTime", LocalTime.of(1, 2, 3, 4));
    same("LocalDateTime", LocalDateTime.of(2026, 1, 2, 3, 4, 5, 6));
    same("OffsetTime", OffsetTime.of(1, 2, 3, 4, ZoneOffset.ofHours(2)));
    same(
        "OffsetDateTime",
        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHoursMinutes(5, 45)));
    ZonedDateTime overlap =
        LocalDateTime.of(2026, 10, 25, 2, 30)
            .atZone(ZoneId.of("Europe/Paris"))
            .withLaterOffsetAtOverlap();
    same("ZonedDateTime at the later offset of an overlap", overlap);
    same(
        "ZonedDateTime with an offset as zone",
        ZonedDateTime.of(2026, 1, 1, 1, 1, 1, 1, ZoneOffset.UTC));
    same("ZoneId", ZoneId.of("Asia/Tokyo"));
    same("ZoneOffset", ZoneOffset.ofTotalSeconds(3_661));
    same("Year", Year.of(2026));
    same("YearMonth", YearMonth.of(2026, 3));
    same("MonthDay", MonthDay.of(2, 29));
    same("DayOfWeek", DayOfWeek.MONDAY);
    same("ChronoUnit", ChronoUnit.WEEKS);
    same("JapaneseDate", JapaneseDate.of(2026, 1, 1));
    same("Clock", Clock.systemUTC());
    same("Date", new Date(123_456_789L));
    java.sql.Timestamp timestamp = new java.sql.Timestamp(1_000L);
    timestamp.setNanos(123_456_789);
    same("sql.Timestamp with nanos", timestamp);
    same("sql.Date", new java.sql.Date(86_400_000L));
    same("sql.Time", new java.sql.Time(1_000L));
    GregorianCalendar calendar =
        new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"), Locale.JAPAN);
    calendar.setTimeInMillis(1_234_567_890_123L);
    same("GregorianCalendar", calendar);
    same("TimeZone", TimeZone.getTimeZone("Europe/Berlin"));
    same("SimpleTimeZone", new SimpleTimeZone(3_600_000, "own"));
    same("custom TimeZone", TimeZone.getTimeZone("GMT+03:30"));
    TimeZone renamed = TimeZone.getTimeZone("Asia/Tokyo");
    renamed.setID("Mars/Olympus");
    by("TimeZone with an id that no JDK knows", renamed, z -> z.getID() + z.getRawOffset());
  }

  static <T extends Collection> T filled(T collection) {
    collection.addAll(List.of("b", "a", "c"));
    return collection;
  }

  private void collections() {
    same("ArrayList", filled(new ArrayList<>()));
    same("ArrayList with null", new ArrayList<>(Arrays.asList(null, 1)));
    same("LinkedList", filled(new LinkedList<>()));
    same("Vector", filled(new Vector<>()));
    same("Stack", filled(new Stack<>()));
    by("ArrayDeque", filled(new ArrayDeque<>()), v -> List.copyOf(v));
    by("PriorityQueue", filled(new PriorityQueue<>()), v -> List.copyOf(v));
    by(
        "PriorityQueue with equal elements",
        new PriorityQueue<>(List.of(1, 1, 1)),
        v -> List.copyOf(v));
    by(
        "PriorityQueue with comparator",
        new PriorityQueue<>(Comparator.reverseOrder()),
        v -> v.comparator());
    by("ConcurrentLinkedQueue", filled(new ConcurrentLinkedQueue<>()), v -> List.copyOf(v));
    by("ConcurrentLinkedDeque", filled(new ConcurrentLinkedDeque<>()), v -> List.copyOf(v));
    same("CopyOnWriteArrayList", filled(new CopyOnWriteArrayList<>()));
    same("CopyOnWriteArraySet", filled(new CopyOnWriteArraySet<>()));
    same("HashSet", filled(new HashSet<>()));
    same("HashSet of null", new HashSet<>(Arrays.asList("a", null)));
    by("LinkedHashSet in order", filled(new LinkedHashSet<>()), v -> List.copyOf(v));
    by("TreeSet", filled(new TreeSet<>()), v -> List.copyOf(v));
    by(
        "TreeSet with comparator",
        filled(new TreeSet<>(Comparator.reverseOrder())),
        v -> List.of(List.copyOf(v), v.comparator()));
    by("ConcurrentSkipListSet", filled(new ConcurrentSkipListSet<>()), v -> List.copyOf(v));
    same("EnumSet", EnumSet.of(Plain.GREEN));
    same("empty EnumSet", EnumSet.noneOf(Plain.class));
    same("EnumSet of JDK enums", EnumSet.allOf(DayOfWeek.class));
    same("jumbo EnumSet", EnumSet.of(Character.UnicodeScript.LATIN, Character.UnicodeScript.GREEK));
    same("List.of()", List.of());
    same("List.of(1)", List.of("a"));
    same("List.of(3)", List.of("a", 2, 'c'));
    same("Set.of", Set.of(1, 2, 3));
    same("Set.of()", Set.of());
    same("Stream.toList with null", Stream.of("a", null).toList());
    all.add(
        new Sample(
            "subList of List.of comes back as List.of",
            List.of(1, 2, 3, 4).subList(1, 3),
            v -> v,
            "",
            List.of(1, 2).getClass()));
    same("Arrays.asList", Arrays.asList("a", null, "c"));
    same("Collections.emptyList", Collections.emptyList());
    same("Collections.emptySet", Collections.emptySet());
    same("Collections.emptyMap", Collections.emptyMap());
    same("singletonList", Collections.singletonList("a"));
    same("singleton", Collections.singleton("a"));
    same("unmodifiableList", Collections.unmodifiableList(filled(new ArrayList<>())));
    same("unmodifiableSet", Collections.unmodifiableSet(filled(new HashSet<>())));
    by(
        "unmodifiableCollection",
        Collections.unmodifiableCollection(filled(new ArrayList<>())),
        v -> List.copyOf((Collection) v));
    same("synchronizedList", Collections.synchronizedList(filled(new ArrayList<>())));
    same("synchronizedSet", Collections.synchronizedSet(filled(new HashSet<>())));
    same("checkedList", Collections.checkedList(filled(new ArrayList<>()), String.class));
    same("nCopies", Collections.nCopies(3, "a"));
    same("newSetFromMap", filled(Collections.newSetFromMap(new LinkedHashMap<>())));
    same("ConcurrentHashMap.newKeySet", filled(ConcurrentHashMap.newKeySet()));
    same("list of lists", List.of(new ArrayList<>(List.of(1)), new LinkedList<>(List.of(2))));
    same("BitSet", BitSet.valueOf(new long[] {5, 0, 9}));
  }

  private <T extends Map> T entered(T map) {
    map.put("b", 1);
    map.put("a", 2);
    map.put("c", 3);
    return map;
  }

  private void maps() {
    same("HashMap", entered(new HashMap<>()));
    same("large shrunk HashMap", entered(new HashMap<>(1 << 14)));
    HashMap<Object, Object> nulls = new HashMap<>();
    nulls.put(null, null);
    same("HashMap of null", nulls);
    by("LinkedHashMap in order", entered(new LinkedHashMap<>()), v -> List.copyOf(v.entrySet()));
    LinkedHashMap<Object, Object> byAccess = entered(new LinkedHashMap<>(16, 0.75f, true));
    by(
        "access-ordered LinkedHashMap",
        byAccess,
        v -> {
          LinkedHashMap probe = (LinkedHashMap) v.clone();
          probe.get("b");
          return new ArrayList<>(probe.keySet());
        });
    by("TreeMap", entered(new TreeMap<>()), v -> List.copyOf(v.entrySet()));
    TreeMap<String, Object> byLength = new TreeMap<>(new ByLength());
    byLength.put("aa", 1);
    by("TreeMap with comparator", byLength, v -> List.of(v, v.comparator()));
    by(
        "TreeMap ignoring case",
        entered(new TreeMap<>(String.CASE_INSENSITIVE_ORDER)),
        v -> v.get("A"));
    same("Hashtable", entered(new Hashtable<>()));
    same("ConcurrentHashMap", entered(new ConcurrentHashMap<>()));
    same("ConcurrentSkipListMap", entered(new ConcurrentSkipListMap<>()));
    same("EnumMap", new EnumMap<>(Map.of(Plain.RED, "r")));
    same("empty EnumMap", new EnumMap<>(Plain.class));
    by(
        "IdentityHashMap of enums",
        new IdentityHashMap<>(Map.of(Plain.RED, 1, Plain.GREEN, 2)),
        v -> List.of(v.size(), v.get(Plain.RED), v.get(Plain.GREEN)));
    Node node = new Node("n");
    by(
        "IdentityHashMap of objects of the same attribute",
        new Object[] {node, new IdentityHashMap<>(Map.of(node, 1))},
        v -> ((Map) v[1]).get(v[0]));
    no("IdentityHashMap of texts: others come back", entered(new IdentityHashMap<>()));
    Properties defaults = new Properties();
    defaults.setProperty("d", "default");
    Properties withDefaults = new Properties(defaults);
    withDefaults.setProperty("k", "v");
    by("Properties with defaults", withDefaults, v -> v.getProperty("d") + v.getProperty("k"));
    same("Properties", entered(new Properties()));
    same("Map.of()", Map.of());
    same("Map.of(1)", Map.of("k", "v"));
    same("Map.of(3)", Map.of(1, 2, 3, 4, 5, 6));
    same("singletonMap", Collections.singletonMap("a", null));
    same("unmodifiableMap", Collections.unmodifiableMap(entered(new TreeMap<>())));
    same("synchronizedMap", Collections.synchronizedMap(entered(new HashMap<>())));
    same("map of maps", new HashMap<>(Map.of("a", new HashMap<>(Map.of("b", List.of(1))))));
    same("Map.entry", Map.entry("k", 1));
    same("SimpleEntry", new AbstractMap.SimpleEntry<>("k", 1));
    same("SimpleImmutableEntry", new AbstractMap.SimpleImmutableEntry<>("k", null));
  }

  private void wrappers() {
    same("Optional", Optional.of("x"));
    same("Optional.empty", Optional.empty());
    same("OptionalInt", OptionalInt.of(3));
    same("OptionalLong", OptionalLong.empty());
    same("OptionalDouble", OptionalDouble.of(1.5));
    by("AtomicInteger", new AtomicInteger(-5), AtomicInteger::get);
    by("AtomicLong", new AtomicLong(5), AtomicLong::get);
    by("AtomicBoolean", new AtomicBoolean(true), AtomicBoolean::get);
    by("AtomicReference", new AtomicReference<>("a"), AtomicReference::get);
    by("AtomicIntegerArray", new AtomicIntegerArray(new int[] {1, 2}), Object::toString);
    by("LongAdder", adder(), LongAdder::sum);
  }

  private static LongAdder adder() {
    LongAdder adder = new LongAdder();
    adder.add(9);
    return adder;
  }

  private void jdkValues() {
    same("URI", URI.create("http://example.test/a?b#c"));
    by("URL", url("http://example.test:8080/a?b#c"), URL::toExternalForm);
    by("Pattern", Pattern.compile("a+", Pattern.CASE_INSENSITIVE), p -> p.pattern() + p.flags());
    same("Locale", Locale.CANADA_FRENCH);
    same(
        "Locale with script",
        new Locale.Builder().setLanguage("sr").setRegion("RS").setScript("Latn").build());
    same("Locale with extension", Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"));
    same("odd Locale", new Locale("no", "NO", "NY"));
    same("Locale.ROOT", Locale.ROOT);
    same("Currency", Currency.getInstance("EUR"));
    same("File", new File("/a/b"));
    same("InetAddress", address("127.0.0.1"));
    same("Inet6Address", address("::1"));
    same("InetSocketAddress", new InetSocketAddress(address("127.0.0.1"), 80));
    by("Random", new Random(7), r -> List.of(r.nextInt()));
    same(
        "DecimalFormat",
        new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.FRANCE)));
    by(
        "SimpleDateFormat",
        new SimpleDateFormat("yyyy-MM-dd", Locale.UK),
        SimpleDateFormat::toPattern);
    same("Level", Level.WARNING);
    same("X500Principal", new javax.security.auth.x500.X500Principal("CN=a"));
    by("Subject", new javax.security.auth.Subject(), s -> s.getPrincipals().size());
    by(
        "Throwable",
        new IllegalStateException("why", new RuntimeException("root")),
        e -> e + "|" + e.getCause() + e.getStackTrace()[0]);
    by("ParseException", new ParseException("p", 4), e -> e.getMessage() + e.getErrorOffset());
  }

  static URL url(String text) {
    try {
      return new URL(text);
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
