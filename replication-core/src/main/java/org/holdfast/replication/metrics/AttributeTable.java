// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes the cost of attributes as text for people. Names are shown with control characters
 * escaped. Pure.
 */
final class AttributeTable {
  /** The encodings in vain, and their ratio to changes, from which on the table has a hint. */
  private static final int IN_VAIN_HINT = 100;

  private static final int IN_VAIN_HINT_RATIO = 10;
  private static final String FORMAT = "%7s %15s %11s %9s %9s %11s %13s %12s %12s  %s%n";

  private AttributeTable() {}

  static String headline(AttributeTrafficSnapshot all) {
    if (all.bytes() == 0) {
      return "no attribute has been replicated yet";
    }
    AttributeFigures first = all.attributes().get(0);
    return subject(first) + percent(first.share()) + " of the traffic";
  }

  private static String subject(AttributeFigures row) {
    return isOthers(row)
        ? format("attributes beyond the first %,d names are ", AttributeTraffic.MOST_NAMES)
        : "attribute `" + printable(row.name()) + "` is ";
  }

  private static boolean isOthers(AttributeFigures row) {
    return row.name().equals(AttributeTraffic.OTHERS);
  }

  private static String percent(double share) {
    long percent = Math.round(100 * share);
    return percent == 0 ? "less than 1 %" : percent + " %";
  }

  static String of(AttributeTrafficSnapshot all) {
    StringBuilder text = new StringBuilder(headline(all)).append('\n');
    text.append(
        format(
            "application %s on %s in cluster %s, since it started there: %,d bytes in %,d changes"
                + " of %,d attributes%n",
            printable(all.application()),
            printable(all.member()),
            printable(all.cluster()),
            all.bytes(),
            all.changes(),
            all.attributes().size()));
    if (all.attributes().isEmpty()) {
      return text.toString();
    }
    text.append('\n');
    text.append(
        format(
            FORMAT,
            "share",
            "bytes",
            "changes",
            "removals",
            "patches",
            "in vain",
            "reads",
            "size",
            "largest",
            "attribute"));
    all.attributes().forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(AttributeFigures row) {
    List<String> hints = hints(row);
    return format(
        FORMAT,
        format("%.1f %%", 100 * row.share()),
        number(row.bytes()),
        number(row.changes()),
        number(row.removals()),
        number(row.patches()),
        number(row.encodedInVain()),
        number(row.reads()),
        number(row.newestBytes()),
        number(row.largestBytes()),
        printable(row.name()) + (hints.isEmpty() ? "" : "  <- " + String.join("; ", hints)));
  }

  private static List<String> hints(AttributeFigures row) {
    List<String> hints = new ArrayList<>();
    if (row.neverRead()) {
      hints.add("never read");
    }
    if (row.encodedInVain() >= IN_VAIN_HINT
        && row.encodedInVain() >= IN_VAIN_HINT_RATIO * row.changes()) {
      hints.add("mostly encoded in vain");
    }
    if (row.shares()) {
      hints.add("shares objects with others, counts an equal part");
    }
    return hints;
  }

  private static String number(long number) {
    return format("%,d", number);
  }

  /** Escapes characters that would break a line, or make it look like another one. */
  static String printable(String name) {
    StringBuilder text = new StringBuilder(name.length());
    name.codePoints()
        .forEach(
            character -> {
              switch (Character.getType(character)) {
                case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    text.append(format("\\u{%x}", character));
                default -> text.appendCodePoint(character);
              }
            });
    return text.toString();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern.replace("%n", "\n"), values);
  }
}
