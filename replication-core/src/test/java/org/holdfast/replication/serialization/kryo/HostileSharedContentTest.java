// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.text.CompactNumberFormat;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TimeZone;
import java.util.Vector;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import javax.security.auth.x500.X500Principal;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.codec.Envelope;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Objects that refer to one and the same content, which each copies or parses when it is read: a
 * reference takes five bytes, a copy as many as there are.
 */
@SuppressWarnings({"JdkObsolete", "UnnecessaryStringBuilder"}) // applications do have such values
class HostileSharedContentTest extends HostileBytes {
  private static final String TEXT = "/a".repeat(60_000);

  @ParameterizedTest
  @MethodSource("bombs")
  void refusesContentThatIsCopiedOrParsedForEachReference(byte[] envelope) {
    assertThatThrownBy(() -> codec.decode("a", envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("many objects in it refer to the same text, array or container");
    refused(envelope);
  }

  static Stream<Named<byte[]>> bombs() {
    return Stream.of(texts(), numbers(), containers(), own()).flatMap(bombs -> bombs);
  }

  private static Stream<Named<byte[]>> texts() {
    String names = String.join(",", Collections.nCopies(3_500, "CN=a"));
    String path = "a//".repeat(40_000);
    String quoted = "'" + TEXT + "'";
    String extension = "x" + "-abcdefgh".repeat(10_000);
    String[] patterns = {"", "0" + quoted};
    DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
    return Stream.of(
        bomb("names of X.500", 300, i -> new X500Principal(names)),
        bomb("addresses", 900, i -> URI.create(TEXT)),
        bomb("files", 300, i -> new File(path)),
        bomb("patterns of dates", 300, i -> new SimpleDateFormat(quoted, Locale.ROOT)),
        bomb("patterns of numbers", 300, i -> new CompactNumberFormat("#", symbols, patterns)),
        bomb("builders", 300, i -> new StringBuilder(TEXT)),
        bomb("buffers", 300, i -> new StringBuffer(TEXT)),
        bomb(
            "locales",
            300,
            i -> Locale.forLanguageTag("en-x-" + i),
            at -> at instanceof String tag && tag.startsWith("x-") ? extension : at));
  }

  private static Stream<Named<byte[]>> numbers() {
    byte[] number = BigInteger.ONE.shiftLeft(8 * 200_000).toByteArray();
    return Stream.of(
        bomb("whole numbers", 300, i -> new BigInteger(number)),
        bomb("decimals", 300, i -> new BigDecimal(new BigInteger(number), i)));
  }

  private static Stream<Named<byte[]>> containers() {
    Throwable cause = thrown();
    List<Integer> numbers = IntStream.range(0, 10_000).boxed().toList();
    List<Throwable> causes = Collections.nCopies(10_000, cause);
    List<X500Principal> names = Collections.nCopies(10_000, new X500Principal("CN=a"));
    Enum<?>[] scripts = Collections.nCopies(50_000, UnicodeScript.LATIN).toArray(Enum[]::new);
    return Stream.of(
        bomb("vectors", 2_000, i -> new Vector<>(Collections.nCopies(20_000, null))),
        bomb(
            "atomic arrays",
            2_000,
            i -> new AtomicReferenceArray<Object>(1),
            inPlaceOf(Object[].class, new String[10_000])),
        bomb(
            "queues",
            500,
            i -> new PriorityBlockingQueue<>(List.of(1)),
            inPlaceOf(PriorityQueue.class, new PriorityQueue<>(numbers))),
        bomb(
            "sets of constants",
            5_000,
            i -> EnumSet.of(UnicodeScript.LATIN),
            inPlaceOf(Enum[].class, scripts)),
        bomb(
            "exceptions",
            2_000,
            i -> thrown(cause),
            inPlaceOf(ArrayList.class, new ArrayList<>(causes))),
        bomb(
            "exceptions, of a view",
            2_000,
            i -> thrown(cause),
            inPlaceOf(ArrayList.class, Arrays.asList(causes.toArray()))),
        bomb(
            "one exception, of a list without bytes",
            1,
            i -> thrown(cause),
            inPlaceOf(ArrayList.class, Collections.nCopies(1 << 30, cause))),
        bomb(
            "subjects",
            2_000,
            i -> new Subject(),
            inPlaceOf(LinkedList.class, new LinkedList<>(names))));
  }

  private static Stream<Named<byte[]>> own() {
    char[] chars = TEXT.toCharArray();
    return Stream.of(bomb("classes of the application", 300, i -> new Copying(chars)));
  }

  private static Throwable thrown(String message) {
    Throwable thrown = new IllegalStateException(message);
    thrown.setStackTrace(Arrays.copyOf(thrown.getStackTrace(), 5));
    return thrown;
  }

  private static Throwable thrown(Throwable... suppressed) {
    Throwable thrown = new IllegalStateException("x");
    thrown.setStackTrace(new StackTraceElement[0]);
    Stream.of(suppressed).forEach(thrown::addSuppressed);
    return thrown;
  }

  private static final class Copying implements Serializable {
    private char[] content;

    Copying(char[] content) {
      this.content = content;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      content = content.clone();
    }
  }

  @Test
  void refusesToWriteSuchContent() {
    Object[] addresses = new Object[900];
    Arrays.setAll(addresses, i -> URI.create(TEXT));

    assertThatThrownBy(() -> jdkCodec.check("a", addresses))
        .isInstanceOf(UnserializableAttributeException.class)
        .hasMessageContaining("many objects in it refer to the same text");
  }

  /** Kryo writes each text where it is used. */
  @Test
  void readsAddressesOfOneText_whenEachHasItsOwnBytes() {
    String text = TEXT.substring(0, 1_000);
    List<Object> addresses = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      addresses.add(URI.create(text));
    }

    assertThat(readQuickly(codec.encode("a", addresses))).isEqualTo(addresses);
  }

  @ParameterizedTest
  @MethodSource("honest")
  void readsHonestValues(List<?> values) {
    assertThat((List<?>) readQuickly(codec.encode("a", values))).hasSameSizeAs(values);
    assertThat((List<?>) readQuickly(jdkCodec.encode("a", values))).hasSameSizeAs(values);
  }

  /** As many as a large session has, of usual size; some share what values do share. */
  static Stream<List<?>> honest() {
    String path = "/usr/share/application/uploads/2026/11/some-quite-long-name-of-a-directory/";
    String message = "connection to the database at db.shop.example:5432 was refused: timed out";
    List<String> countries = IntStream.range(0, 250).mapToObj(i -> "country " + i).toList();
    List<Object> shared = new ArrayList<>(countries);
    return Stream.of(
        many(2_000, i -> new BigDecimal(i + ".99")),
        many(2_000, i -> BigInteger.TEN.pow(30).add(BigInteger.valueOf(i))),
        many(2_000, i -> URI.create("https://shop.example/" + path + i)),
        many(2_000, i -> new File(path + i)),
        many(2_000, Date::new),
        many(1_000, i -> new GregorianCalendar(TimeZone.getTimeZone("Europe/Berlin"))),
        many(2_000, i -> new Locale("en", "US")),
        many(2_000, i -> new StringBuilder(path + i)),
        many(1_000, i -> URI.create("https://shop.example/" + path)),
        many(200, i -> new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss", Locale.US)),
        many(300, i -> new X500Principal("CN=user " + i + ",OU=shop,O=Example,C=DE")),
        many(500, i -> thrown(message)),
        many(1_000, i -> new Vector<>(List.of(i, shared))),
        many(1_000, i -> new ArrayList<>(Arrays.asList(i, shared))),
        many(1_000, i -> Collections.unmodifiableList(shared)),
        many(1_000, i -> new Keeping(i, shared)));
  }

  private static List<Object> many(int count, IntFunction<Object> maker) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(maker).toList());
  }

  /** As usual in applications: has a {@code readObject}, which does not look at what it shares. */
  private static final class Keeping implements Serializable {
    private final int number;
    private final Collection<Object> shared;
    private transient Object lock = new Object();

    Keeping(int number, Collection<Object> shared) {
      this.number = number;
      this.shared = shared;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      lock = new Object();
    }

    @Override
    public String toString() {
      return number + " of " + shared.size() + ", " + lock;
    }
  }

  private static Named<byte[]> bomb(String name, int count, IntFunction<Object> maker) {
    return bomb(name, count, maker, UnaryOperator.identity());
  }

  private static Named<byte[]> bomb(
      String name, int count, IntFunction<Object> maker, UnaryOperator<Object> sharing) {
    Object[] all = IntStream.range(0, count).mapToObj(maker).toArray();
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new Sharing(bytes, all, sharing).writeObject(all);
      return Named.of(name, Envelope.seal(Envelope.JDK, bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static UnaryOperator<Object> inPlaceOf(Class<?> type, Object content) {
    return object -> object != null && object.getClass() == type ? content : object;
  }

  /** Writes each array and each text once, also if several objects have an equal one. */
  private static final class Sharing extends ObjectOutputStream {
    private static final int MOST_KNOWN = 20;

    private final Object root;
    private final UnaryOperator<Object> sharing;
    private final List<Object> known = new ArrayList<>();

    Sharing(ByteArrayOutputStream bytes, Object root, UnaryOperator<Object> sharing)
        throws IOException {
      super(bytes);
      this.root = root;
      this.sharing = sharing;
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) {
      if (object == root) {
        return object;
      }
      Object shared = sharing.apply(object);
      if (shared == null || !(shared instanceof String || shared.getClass().isArray())) {
        return shared;
      }
      for (Object earlier : known) {
        if (Objects.deepEquals(earlier, shared)) {
          return earlier;
        }
      }
      if (known.size() < MOST_KNOWN) {
        known.add(shared);
      }
      return shared;
    }
  }
}
