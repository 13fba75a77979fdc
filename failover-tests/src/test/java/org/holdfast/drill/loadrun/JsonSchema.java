// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** As much of JSON Schema as the schemas in {@code docs/schema} use; anything else is refused. */
public final class JsonSchema {
  private static final Set<String> KNOWN =
      Set.of(
          "$schema",
          "$id",
          "$defs",
          "$ref",
          "title",
          "description",
          "type",
          "const",
          "enum",
          "properties",
          "required",
          "additionalProperties",
          "dependentRequired",
          "items",
          "minItems",
          "maxItems",
          "minimum",
          "maximum",
          "pattern",
          "anyOf");

  private final JsonNode root;

  public JsonSchema(Path file) throws IOException {
    this.root = new ObjectMapper().readTree(file.toFile());
  }

  /** What is wrong with {@code json}, each with its place; empty if nothing is. */
  public List<String> problems(JsonNode json) {
    List<String> problems = new ArrayList<>();
    check(root, json, "", problems);
    return problems;
  }

  private void check(JsonNode schema, JsonNode json, String place, List<String> problems) {
    schema
        .fieldNames()
        .forEachRemaining(
            word -> {
              if (!KNOWN.contains(word)) {
                throw new IllegalArgumentException("schema word " + word + " at " + place);
              }
            });
    if (schema.has("$ref")) {
      check(root.at(schema.path("$ref").asText().substring(1)), json, place, problems);
      return;
    }
    if (schema.has("anyOf")) {
      boolean any = false;
      for (JsonNode one : schema.path("anyOf")) {
        List<String> found = new ArrayList<>();
        check(one, json, place, found);
        any |= found.isEmpty();
      }
      require(any, place + " fits none of anyOf", problems);
      return;
    }
    if (schema.has("const")) {
      require(json.equals(schema.path("const")), place + " is " + json, problems);
    }
    if (schema.has("enum")) {
      boolean in = false;
      for (JsonNode one : schema.path("enum")) {
        in |= one.equals(json);
      }
      require(in, place + " is " + json, problems);
    }
    if (schema.has("type")) {
      String type = schema.path("type").asText();
      require(isOf(type, json), place + " is no " + type + ": " + json, problems);
    }
    checkObject(schema, json, place, problems);
    checkValue(schema, json, place, problems);
    if (schema.has("items")) {
      for (JsonNode item : json) {
        check(schema.path("items"), item, place + "/*", problems);
      }
    }
  }

  private static void checkValue(
      JsonNode schema, JsonNode json, String place, List<String> problems) {
    if (schema.has("pattern") && json.isTextual()) {
      boolean fits = Pattern.compile(schema.path("pattern").asText()).matcher(json.asText()).find();
      require(fits, place + " has another form: " + json, problems);
    }
    if (schema.has("minimum") && json.isNumber()) {
      boolean fits = json.asDouble() >= schema.path("minimum").asDouble();
      require(fits, place + " is too small: " + json, problems);
    }
    if (schema.has("maximum") && json.isNumber()) {
      boolean fits = json.asDouble() <= schema.path("maximum").asDouble();
      require(fits, place + " is too great: " + json, problems);
    }
    if (schema.has("minItems") && json.isArray()) {
      require(
          json.size() >= schema.path("minItems").asInt(), place + " has too few items", problems);
    }
    if (schema.has("maxItems") && json.isArray()) {
      require(
          json.size() <= schema.path("maxItems").asInt(), place + " has too many items", problems);
    }
  }

  private void checkObject(JsonNode schema, JsonNode json, String place, List<String> problems) {
    for (JsonNode name : schema.path("required")) {
      require(json.has(name.asText()), place + "/" + name.asText() + " is missing", problems);
    }
    Set<String> names = new TreeSet<>();
    json.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      for (JsonNode other : schema.path("dependentRequired").path(name)) {
        require(
            json.has(other.asText()),
            place + "/" + other.asText() + " is missing beside " + name,
            problems);
      }
    }
    for (String name : names) {
      JsonNode property = schema.path("properties").path(name);
      JsonNode others = schema.path("additionalProperties");
      if (!property.isMissingNode()) {
        check(property, json.path(name), place + "/" + name, problems);
      } else if (others.isObject()) {
        check(others, json.path(name), place + "/" + name, problems);
      } else {
        require(others.asBoolean(true), place + "/" + name + " is not in the schema", problems);
      }
    }
  }

  private static boolean isOf(String type, JsonNode json) {
    return switch (type) {
      case "object" -> json.isObject();
      case "array" -> json.isArray();
      case "string" -> json.isTextual();
      case "integer" -> json.isIntegralNumber();
      case "number" -> json.isNumber();
      case "boolean" -> json.isBoolean();
      case "null" -> json.isNull();
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static void require(boolean holds, String problem, List<String> problems) {
    if (!holds) {
      problems.add(problem);
    }
  }
}
