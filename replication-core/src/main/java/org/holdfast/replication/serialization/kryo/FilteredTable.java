// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.Refusal;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.jspecify.annotations.Nullable;

/**
 * Asks the class filter for the JDK types of {@link JdkTypes}, once per web application. The filter
 * judges the names that JDK serialization would write, so that a pattern means the same for both
 * ways.
 */
final class FilteredTable {
  private FilteredTable() {}

  /**
   * Returns a serializer that refuses all objects if the filter refuses {@code type}, else null.
   */
  static @Nullable Serializer<?> refusing(Class<?> type, WebappClasses classes) {
    String refusal = classes.ownRefusal(type, writtenNames(type));
    return refusal == null ? null : new Refusing(type, refusal);
  }

  /**
   * Returns the class names in a stream of JDK serialization, and those of the objects that it
   * makes.
   */
  private static List<String> writtenNames(Class<?> type) {
    if (type == List.class) {
      return names("java.util.CollSer", List.of(), List.of(1, 2, 3), List.of(1));
    }
    if (type == Set.class) {
      return names("java.util.CollSer", Set.of(), Set.of(1));
    }
    if (type == Map.class) {
      return names("java.util.CollSer", Map.of(), Map.of(1, 1));
    }
    if (type == EnumSet.class) {
      return names(
          "java.util.EnumSet$SerializationProxy",
          EnumSet.noneOf(DayOfWeek.class),
          EnumSet.noneOf(Character.UnicodeScript.class));
    }
    if (type.getPackageName().equals("java.time")) {
      return List.of("java.time.Ser", type.getName());
    }
    if (type.isArray()) {
      return List.of(); // of primitives, texts or any objects
    }
    List<String> names = new ArrayList<>(List.of(type.getName()));
    for (Class<?> at = type.getSuperclass(); at != null; at = at.getSuperclass()) {
      if (Serializable.class.isAssignableFrom(at)) {
        names.add(at.getName());
      }
    }
    if (type == BigDecimal.class) {
      names.add(BigInteger.class.getName());
    } else if (type == ConcurrentSkipListSet.class) {
      names.add(ConcurrentSkipListMap.class.getName());
    }
    return names;
  }

  private static List<String> names(String form, Object... samples) {
    List<String> names = new ArrayList<>(List.of(form));
    for (Object sample : samples) {
      names.add(sample.getClass().getName());
    }
    return names;
  }

  private static final class Refusing extends Serializer<Object> {
    private final String type;
    private final String refusal;

    Refusing(Class<?> type, String refusal) {
      this.type = type.getName();
      this.refusal = refusal;
    }

    @Override
    public void write(Kryo kryo, Output output, Object value) {
      throw new Refusal(value, refusal);
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<?> ignored) {
      throw new CorruptAttributeException("class " + type + " " + refusal);
    }
  }
}
