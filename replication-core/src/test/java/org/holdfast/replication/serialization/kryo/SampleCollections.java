// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections as libraries make them: on the skeletons of the JDK, which are not serializable. */
final class SampleCollections {
  private SampleCollections() {}

  static final class ArrayBacked extends AbstractList<String> implements Serializable {
    private final String[] elements;

    ArrayBacked(String... elements) {
      this.elements = elements;
    }

    @Override
    public String get(int index) {
      return elements[index];
    }

    @Override
    public int size() {
      return elements.length;
    }
  }

  static final class OneEntryMap extends AbstractMap<String, String> implements Serializable {
    private final String key;
    private final String value;

    OneEntryMap(String key, String value) {
      this.key = key;
      this.value = value;
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
      return Set.of(Map.entry(key, value));
    }
  }

  static final class OneElementSet extends AbstractSet<String> implements Serializable {
    private final String element;

    OneElementSet(String element) {
      this.element = element;
    }

    @Override
    public Iterator<String> iterator() {
      return List.of(element).iterator();
    }

    @Override
    public int size() {
      return 1;
    }
  }
}
