// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session.attributes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The states of the attributes of one session by their names. Up to 16 lie in one array, 8 bytes of
 * heap for each; a hash table takes 40. More lie in a hash table, so a session of many names costs
 * no long searches. Guarded by the monitor of {@link SentAttributes}.
 */
final class SentStates {
  /** The number of names up to which a look at each is as good as a hash table. */
  static final int FEW = 16;

  /** The number of names by which the array grows. */
  private static final int GROWTH = 4;

  private static final @Nullable Object[] NONE = new Object[0];

  /** Names and states in turn, the first ones of the array; none of them if there are many. */
  private @Nullable Object[] few = NONE;

  /** The number of names in the array. */
  private int count;

  /** All names if there were more than a few, until none is left; else null. */
  private @Nullable Map<String, SentAttributes.SentState> many;

  /** Returns the state of {@code name}; null if there is none. */
  SentAttributes.@Nullable SentState get(String name) {
    if (many != null) {
      return many.get(name);
    }
    int at = placeOf(name);
    return at < 0 ? null : stateAt(at);
  }

  /** Returns the state of {@code name}; makes it if it is not there. */
  SentAttributes.SentState getOrMake(String name) {
    SentAttributes.SentState present = get(name);
    if (present != null) {
      return present;
    }
    SentAttributes.SentState made = new SentAttributes.SentState();
    if (many == null && count < FEW) {
      if (2 * count == few.length) {
        few = Arrays.copyOf(few, few.length + 2 * GROWTH);
      }
      few[2 * count] = name;
      few[2 * count + 1] = made;
      count++;
    } else {
      hashed().put(name, made);
    }
    return made;
  }

  /** Returns the hash table; moves the states of the array to it if there is none yet. */
  private Map<String, SentAttributes.SentState> hashed() {
    Map<String, SentAttributes.SentState> present = many;
    if (present != null) {
      return present;
    }
    Map<String, SentAttributes.SentState> made = new HashMap<>(4 * FEW);
    forEach(made::put);
    many = made;
    few = NONE;
    count = 0;
    return made;
  }

  /** Removes the state of {@code name}, if there is one. */
  void remove(String name) {
    if (many != null) {
      many.remove(name);
      if (many.isEmpty()) {
        many = null;
      }
      return;
    }
    int at = placeOf(name);
    if (at < 0) {
      return;
    }
    count--;
    few[at] = few[2 * count];
    few[at + 1] = few[2 * count + 1];
    few[2 * count] = null;
    few[2 * count + 1] = null;
    if (count == 0) {
      few = NONE;
    }
  }

  /** Calls {@code action} for each name, which may not add or remove any. */
  void forEach(BiConsumer<String, SentAttributes.SentState> action) {
    if (many != null) {
      many.forEach(action);
      return;
    }
    for (int at = 0; at < 2 * count; at += 2) {
      action.accept(nameAt(at), stateAt(at));
    }
  }

  /** Adds all names to {@code names}. */
  void addNamesTo(Set<String> names) {
    forEach((name, state) -> names.add(name));
  }

  /** Returns the place of {@code name} in the array; negative if it is not there. */
  private int placeOf(String name) {
    for (int at = 0; at < 2 * count; at += 2) {
      if (name.equals(few[at])) {
        return at;
      }
    }
    return -1;
  }

  private String nameAt(int at) {
    return (String) requireThere(few[at]);
  }

  private SentAttributes.SentState stateAt(int at) {
    return (SentAttributes.SentState) requireThere(few[at + 1]);
  }

  private static Object requireThere(@Nullable Object entry) {
    if (entry == null) {
      throw new IllegalStateException("a name or a state is missing among the sent attributes");
    }
    return entry;
  }
}
