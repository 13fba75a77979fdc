// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URL;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.UnreadableClass;
import org.holdfast.replication.serialization.codec.HashBudget;
import org.holdfast.replication.serialization.codec.LimitExceeded;
import org.holdfast.replication.serialization.codec.PatternBounds;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.jspecify.annotations.Nullable;

/**
 * The serializers of JDK values without parts, where Kryo's own would lose something or trust a
 * length.
 */
final class LeafSerializers {
  /** The bound below which unscaled values fit into a {@code long}. */
  private static final BigDecimal LIMIT_OF_A_LONG = BigDecimal.valueOf(1_000_000_000_000_000_000L);

  private static final BigDecimal LEAST_OF_A_LONG = LIMIT_OF_A_LONG.negate();

  private LeafSerializers() {}

  static <T> Serializer<T> leaf(BiConsumer<Output, T> writer, Function<BoundedInput, T> reader) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, T value) {
        writer.accept(output, value);
      }

      @Override
      public T read(Kryo kryo, Input input, Class<? extends T> type) {
        return reader.apply((BoundedInput) input);
      }
    };
  }

  static <T> Serializer<T> text(Function<T, String> writer, Function<String, T> reader) {
    return leaf(
        (output, value) -> output.writeString(writer.apply(value)),
        input -> reader.apply(input.readText()));
  }

  /**
   * Returns a serializer like {@link #text} for texts of any length; only for values that
   * references know.
   */
  static <T> Serializer<T> longText(Function<T, String> writer, Function<String, T> reader) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, T value) {
        String text = writer.apply(value);
        output.writeString(text);
        weigh(kryo, text.length());
      }

      @Override
      public T read(Kryo kryo, Input input, Class<? extends T> type) {
        String text = ((BoundedInput) input).readText();
        weigh(kryo, text.length());
        return reader.apply(text);
      }
    };
  }

  /**
   * Returns the serializer of texts. Each is written again, so references lead only to objects that
   * hold one.
   */
  static Serializer<String> string() {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, String value) {
        output.writeString(value);
        weighText((AttributeKryo) kryo, value);
      }

      @Override
      public String read(Kryo kryo, Input input, Class<? extends String> type) {
        String value = ((BoundedInput) input).readText();
        weighText((AttributeKryo) kryo, value);
        return value;
      }
    };
  }

  /** Adds the visits for comparing {@code text} to the object that holds it. */
  static void weighText(AttributeKryo kryo, @Nullable String text) {
    if (text != null) {
      kryo.graph().addWeight(HashBudget.forText(text.length()));
    }
  }

  /**
   * Returns a serializer that charges each use of a value for hashing or comparing its length.
   *
   * @param length of a value, in bytes
   */
  static <T> Serializer<T> weighed(Serializer<T> serializer, ToLongFunction<T> length) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, T value) {
        serializer.write(kryo, output, value);
        weigh(kryo, length.applyAsLong(value));
      }

      @Override
      public T read(Kryo kryo, Input input, Class<? extends T> type) {
        T value = serializer.read(kryo, input, type);
        weigh(kryo, length.applyAsLong(value));
        return value;
      }
    };
  }

  private static void weigh(Kryo kryo, long bytes) {
    ((AttributeKryo) kryo).graph().weighLeaf(HashBudget.forLength(bytes));
  }

  static BigInteger readBigInteger(BoundedInput input) {
    int length = input.readCount(1);
    return length > 0 && length <= Long.BYTES
        ? BigInteger.valueOf(readLong(input, length))
        : new BigInteger(input.readBytes(length));
  }

  /** Writes the length and the bytes of {@link BigInteger#toByteArray}. */
  static void writeBigInteger(Output output, BigInteger value) {
    int length = value.bitLength() / Byte.SIZE + 1;
    output.writeVarInt(length, true);
    if (length > Long.BYTES) {
      output.writeBytes(value.toByteArray());
      return;
    }
    writeLong(output, value.longValue(), length);
  }

  private static void writeLong(Output output, long number, int length) {
    for (int shift = Byte.SIZE * (length - 1); shift >= 0; shift -= Byte.SIZE) {
      output.writeByte((byte) (number >>> shift));
    }
  }

  private static long readLong(BoundedInput input, int length) {
    long number = input.readByte();
    for (int i = 1; i < length; i++) {
      number = number << Byte.SIZE | input.readByteUnsigned();
    }
    return number;
  }

  static Serializer<BigDecimal> bigDecimal() {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, BigDecimal value) {
        if (value.getClass() != BigDecimal.class) {
          throw new JdkDetour(value.getClass());
        }
        // Comparing values of one scale asks for no precision, which takes seconds for a long one.
        // Unlike the unscaled value as an object, this leaves no garbage.
        BigDecimal whole = value.scaleByPowerOfTen(value.scale());
        if (whole.compareTo(LIMIT_OF_A_LONG) < 0 && whole.compareTo(LEAST_OF_A_LONG) > 0) {
          long unscaled = whole.longValue();
          int length = (Long.SIZE - Long.numberOfLeadingZeros(unscaled ^ unscaled >> 63)) / 8 + 1;
          output.writeVarInt(length, true);
          writeLong(output, unscaled, length);
        } else {
          BigInteger unscaled = value.unscaledValue();
          weighDecimal(kryo, unscaled.bitLength() / Byte.SIZE);
          writeBigInteger(output, unscaled);
        }
        output.writeInt(value.scale());
      }

      @Override
      public BigDecimal read(Kryo kryo, Input input, Class<? extends BigDecimal> type) {
        int length = ((BoundedInput) input).readCount(1);
        if (length > 0 && length <= Long.BYTES) {
          return BigDecimal.valueOf(readLong((BoundedInput) input, length), input.readInt());
        }
        weighDecimal(kryo, length);
        return new BigDecimal(new BigInteger(input.readBytes(length)), input.readInt());
      }

      private void weighDecimal(Kryo kryo, int unscaledBytes) {
        ((AttributeKryo) kryo)
            .graph()
            .weighLeaf(
                HashBudget.forComparing(unscaledBytes) + HashBudget.forLength(unscaledBytes));
      }
    };
  }

  static Serializer<Pattern> pattern() {
    return leaf(
        (output, value) -> {
          String violation = PatternBounds.violation(value.pattern(), value.flags());
          if (violation != null) {
            throw new Refusal(value, violation);
          }
          output.writeString(value.pattern());
          output.writeInt(value.flags());
        },
        input -> PatternBounds.compile(input.readText(), input.readInt()));
  }

  static Serializer<ZonedDateTime> zonedDateTime() {
    return leaf(
        (output, value) -> {
          output.writeLong(value.toLocalDate().toEpochDay());
          output.writeLong(value.toLocalTime().toNanoOfDay());
          output.writeInt(value.getOffset().getTotalSeconds());
          output.writeString(value.getZone().getId());
        },
        input -> {
          LocalDateTime local =
              LocalDateTime.of(
                  java.time.LocalDate.ofEpochDay(input.readLong()),
                  java.time.LocalTime.ofNanoOfDay(input.readLong()));
          ZoneOffset offset = ZoneOffset.ofTotalSeconds(input.readInt());
          return ZonedDateTime.ofInstant(local, offset, ZoneId.of(input.readText()));
        });
  }

  static Serializer<Locale> locale() {
    return longText(
        value -> {
          String tag = value.toLanguageTag();
          if (!Locale.forLanguageTag(tag).equals(value)) {
            throw new JdkDetour(Locale.class);
          }
          return tag;
        },
        Locale::forLanguageTag);
  }

  static Serializer<TimeZone> timeZone() {
    return text(
        value -> {
          if (!TimeZone.getTimeZone(value.getID()).equals(value)) {
            throw new JdkDetour(value.getClass());
          }
          return value.getID();
        },
        LeafSerializers::knownTimeZone);
  }

  /** Returns the time zone, or fails where the JDK gives GMT because it does not know the zone. */
  private static TimeZone knownTimeZone(String id) {
    TimeZone zone = TimeZone.getTimeZone(id);
    if (!zone.getID().equals(id)) {
      throw new LimitExceeded("a time zone that this JDK does not know");
    }
    return zone;
  }

  /**
   * Returns the serializer of classes as values. A class may be missing here if the attribute can
   * do without it.
   */
  static Serializer<Object> type(WebappClasses classes, ClassAliases aliases) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, Object written) {
        Class<?> value = (Class<?>) written;
        String refusal = classes.refusal(value);
        if (refusal != null) {
          throw new Refusal(value, "as a value: " + value.getName() + " " + refusal);
        }
        String usurped = aliases.usurped(value.getName());
        if (usurped != null) {
          throw new Refusal(value, "as a value: " + value.getName() + " " + usurped);
        }
        output.writeString(aliases.wireName(value.getName()));
      }

      @Override
      public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        String name = ((BoundedInput) input).readText();
        SkippableValues dropping = SkippableValues.of((AttributeKryo) kryo);
        UnreadableClass problem = dropping.missingNames().problem(Class.class, name);
        if (problem == null) {
          try {
            return load(name);
          } catch (CorruptAttributeException e) {
            if (!dropping.mayReplace()) {
              throw e;
            }
            problem = new UnreadableClass("java.lang.Class", "", "as a value: " + e.getMessage());
            dropping.missingNames().add(Class.class, name, problem);
          }
        }
        dropping.require(problem);
        return dropping.replacement();
      }

      private Class<?> load(String name) {
        String localName = aliases.localName(name);
        return localName.equals(name)
            ? classes.loadOrPrimitive(name)
            : classes.load(name, localName);
      }
    };
  }

  /**
   * Returns the serializer of URLs. They may be values but not keys: their {@code hashCode} asks
   * the DNS, so it weighs infinitely.
   */
  static Serializer<URL> url() {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, URL value) {
        ((AttributeKryo) kryo).graph().weighLeaf(HashBudget.INFINITE);
        String form = value.toExternalForm();
        if (!parse(form).toExternalForm().equals(form)) {
          throw new Refusal(value, "does not come back from its text");
        }
        output.writeString(form);
      }

      @Override
      public URL read(Kryo kryo, Input input, Class<? extends URL> type) {
        ((AttributeKryo) kryo).graph().weighLeaf(HashBudget.INFINITE);
        return parse(((BoundedInput) input).readText());
      }
    };
  }

  @SuppressWarnings("deprecation") // URI.toURL refuses addresses that are legal as URL
  private static URL parse(String form) {
    try {
      return new URL(form);
    } catch (MalformedURLException e) {
      throw new LimitExceeded("not a URL that this node can make: " + e.getMessage());
    }
  }
}
