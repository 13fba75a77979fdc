// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reports whose every text is hostile. */
public final class Markup {
  public static final String HOSTILE = "<script>alert(1)</script>";

  private Markup() {}

  /**
   * Makes markup of every text but of those under {@code kept}, which are read as something else.
   */
  public static void poison(JsonNode json, Set<String> kept) {
    if (json instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isTextual()) {
          array.set(i, HOSTILE);
        } else {
          poison(array.get(i), kept);
        }
      }
    } else if (json instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        if (!object.get(name).isTextual()) {
          poison(object.get(name), kept);
        } else if (!kept.contains(name)) {
          object.put(name, HOSTILE);
        }
      }
    }
  }
}
