// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.holdfast.servlet.settings.NearestName;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Keys and values of a file. Every complaint says in which line. Not thread-safe. */
final class YamlMap {
  private final String file;
  private final MappingNode node;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();

  /**
   * @param file name, for complaints
   * @throws ScenarioException if {@code node} is no map, or has a key that is no text or twice
   *     there
   */
  YamlMap(String file, Node node) {
    this.file = file;
    if (!(node instanceof MappingNode map)) {
      throw complaint(node, "keys and values were expected here");
    }
    this.node = map;
    for (NodeTuple tuple : map.getValue()) {
      String key = text(tuple.getKeyNode(), "a key");
      if (values.put(key, tuple.getValueNode()) != null) {
        throw complaint(tuple.getKeyNode(), "\"" + key + "\" is here twice");
      }
      keys.put(key, tuple.getKeyNode());
    }
  }

  /** Whether the key is there. */
  boolean has(String key) {
    return values.containsKey(key);
  }

  /** All keys, in the order in which they are written. */
  Set<String> keys() {
    return keys.keySet();
  }

  /** Reads a value that must be there. */
  <T> T required(String key, Function<String, T> read) {
    return optional(key, read)
        .orElseThrow(() -> complaint(node, "\"" + key + "\" is missing here"));
  }

  /** Reads a value; whatever {@code read} complains of is told with its line. */
  <T> Optional<T> optional(String key, Function<String, T> read) {
    Node value = values.get(key);
    if (value == null) {
      return Optional.empty();
    }
    String text = text(value, key);
    try {
      return Optional.of(read.apply(text));
    } catch (IllegalArgumentException e) {
      throw complaint(value, key + ": " + e.getMessage());
    }
  }

  Optional<Duration> time(String key) {
    return optional(key, Times::parse);
  }

  /** Reads a value or a list of values. */
  <T> List<T> list(String key, Function<String, T> read) {
    Node value = values.get(key);
    if (value == null) {
      return List.of();
    }
    List<Node> items = value instanceof SequenceNode list ? list.getValue() : List.of(value);
    List<T> found = new ArrayList<>();
    for (Node item : items) {
      try {
        found.add(read.apply(text(item, key)));
      } catch (IllegalArgumentException e) {
        throw complaint(item, key + ": " + e.getMessage());
      }
    }
    return found;
  }

  /** Reads a list of maps. */
  List<YamlMap> maps(String key) {
    Node value = values.get(key);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof SequenceNode list)) {
      throw complaint(value, key + " must be a list, each item after a dash");
    }
    return list.getValue().stream().map(item -> new YamlMap(file, item)).toList();
  }

  /** Reads a map. */
  Optional<YamlMap> map(String key) {
    return Optional.ofNullable(values.get(key)).map(value -> new YamlMap(file, value));
  }

  /**
   * Complains of the first key that is none of {@code allowed}. To be asked before keys that must
   * be there: one that is missing may be there, mistyped.
   */
  void requireOnly(Set<String> allowed) {
    for (Map.Entry<String, Node> key : keys.entrySet()) {
      if (!allowed.contains(key.getKey())) {
        throw complaint(
            key.getValue(),
            "unknown key \""
                + key.getKey()
                + "\", did you mean "
                + NearestName.to(key.getKey(), new TreeSet<>(allowed))
                + "? Allowed here are "
                + String.join(", ", new TreeSet<>(allowed)));
      }
    }
  }

  /** Runs what may refuse what this map says as a whole, and tells where that stands. */
  <T> T judged(Supplier<T> making) {
    try {
      return making.get();
    } catch (IllegalArgumentException e) {
      throw refusal(e);
    }
  }

  /** Tells where it stands what {@code why} refuses: at the key that it begins with, if any. */
  ScenarioException refusal(IllegalArgumentException why) {
    String message = String.valueOf(why.getMessage());
    Node key = keys.get(message.split("[ :]", 2)[0]);
    return complaint(key == null ? node : key, message);
  }

  private String text(Node value, String what) {
    if (!(value instanceof ScalarNode scalar)) {
      throw complaint(value, what + " must be a single value");
    }
    return scalar.getValue();
  }

  private ScenarioException complaint(Node where, String what) {
    Mark mark = where.getStartMark();
    return new ScenarioException(
        file + (mark == null ? "" : ", line " + (mark.getLine() + 1)) + ": " + what);
  }
}
