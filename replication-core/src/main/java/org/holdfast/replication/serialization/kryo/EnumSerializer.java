// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.HashMap;
import java.util.Map;
import org.holdfast.replication.serialization.UnreadableClass;
import org.jspecify.annotations.Nullable;

/**
 * The serializer of enum constants, by name as in JDK serialization: constants may be reordered and
 * added between versions.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class EnumSerializer extends Serializer<Object> {
  private final Class<? extends Enum> type;
  private volatile @Nullable Map<String, Enum> constants;

  EnumSerializer(Class<?> type) {
    this.type = (Class<? extends Enum>) type;
  }

  @Override
  public void write(Kryo kryo, Output output, Object value) {
    output.writeString(((Enum) value).name());
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> actual) {
    String name = ((BoundedInput) input).readText();
    Enum constant = constants().get(name);
    if (constant != null) {
      return constant;
    }
    SkippableValues dropping = SkippableValues.of((AttributeKryo) kryo);
    UnreadableClass problem = dropping.missingNames().problem(type, name);
    dropping.require(
        problem == null ? dropping.missingNames().add(type, name, missing(type, name)) : problem);
    return dropping.replacement();
  }

  /**
   * Returns the constants by name. They are not asked for before the first is read, since that
   * initialises the class.
   */
  private Map<String, Enum> constants() {
    Map<String, Enum> known = constants;
    if (known == null) {
      Map<String, Enum> byName = new HashMap<>();
      Enum[] all = type.getEnumConstants();
      for (Enum constant : all == null ? new Enum[0] : all) {
        byName.put(constant.name(), constant);
      }
      known = byName;
      constants = known;
    }
    return known;
  }

  private static UnreadableClass missing(Class<?> type, String name) {
    String cut = name.length() > 100 ? name.substring(0, 100) + "..." : name;
    return new UnreadableClass(
        type.getName(),
        cut.replaceAll("[^\\p{Alnum}_$.]", "?"),
        "is no constant of this enum here");
  }
}
