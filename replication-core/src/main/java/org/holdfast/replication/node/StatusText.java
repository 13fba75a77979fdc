// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.status.ProcessFigures;

/** The status of a node as a JSON object. */
final class StatusText {
  private StatusText() {}

  /**
   * Returns the status. Looks at the sessions in which something is open, one after the other.
   *
   * @param wallClock the clock of the time that the process believes in
   */
  static String of(ReplicationNode node, InstantSource wallClock) {
    View view = node.view();
    ReplicationStatistics now = node.statistics();
    Map<String, Long> counters = new LinkedHashMap<>(now.counters());
    counters.put("protocolVersion", (long) node.protocolVersion());
    counters.put("heldBytes", node.heldBytes());
    counters.putAll(ProcessFigures.now(wallClock));
    return "{\"name\":"
        + quoted(node.self().name())
        + ",\"viewNumber\":"
        + view.number()
        + ",\"viewCreator\":"
        + quoted(view.creator())
        + ",\"viewMembers\":"
        + names(view.members().stream().map(Member::name))
        + ",\"applications\":"
        + names(node.applications().stream())
        + ",\"security\":"
        + quoted(node.security().name().toLowerCase(Locale.ROOT))
        + ",\"settled\":"
        + now.settled()
        + ",\"primarySessions\":"
        + now.primarySessions()
        + ",\"secondarySessions\":"
        + now.secondarySessions()
        + ",\"degradedSessions\":"
        + now.degradedSessions()
        + ",\"counters\":"
        + counters.entrySet().stream()
            .map(counter -> quoted(counter.getKey()) + ":" + counter.getValue())
            .collect(Collectors.joining(",", "{", "}"))
        + "}";
  }

  private static String names(Stream<String> names) {
    return names.map(StatusText::quoted).sorted().collect(Collectors.joining(",", "[", "]"));
  }

  /** Returns a text as a JSON string: names come from other processes, too. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '"' || each == '\\') {
        quoted.append('\\').append(each);
      } else if (each < ' ') {
        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
      } else {
        quoted.append(each);
      }
    }
    return quoted.append('"').toString();
  }
}
