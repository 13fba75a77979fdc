// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One page of HTML, in light or dark as its reader likes it. Text becomes HTML here only: whatever
 * {@link #add} is handed as text is escaped. Not thread-safe.
 */
public final class Page {
  private final StringBuilder html = new StringBuilder();

  /** Begins a page whose title and first heading are {@code title}. */
  public Page(String title) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width\">");
    add("<title>%s</title>", title);
    html.append("<style>").append(Style.SHEET).append("</style></head><body>\n");
    add("<h1>%s</h1>\n", title);
  }

  /**
   * Adds to the page.
   *
   * @param form HTML: without arguments as it is, else as {@link String#format(Locale, String,
   *     Object...)} takes it
   * @param arguments numbers, and text, which is escaped
   */
  public Page add(String form, Object... arguments) {
    if (arguments.length == 0) {
      html.append(form);
      return this;
    }
    Object[] escaped = arguments.clone();
    for (int i = 0; i < escaped.length; i++) {
      if (escaped[i] instanceof CharSequence text) {
        escaped[i] = Html.escape(text.toString());
      }
    }
    html.append(String.format(Locale.ROOT, form, escaped));
    return this;
  }

  /** Adds a picture. */
  public Page plot(SvgPlot plot) {
    html.append(plot.svg()).append('\n');
    return this;
  }

  /** Adds what was judged, in a frame of the verdict's colour. */
  public Page verdict(Tone tone, String verdict, String words) {
    return add(
        "<p class=\"verdict " + tone.styleClass() + "\"><b>%s</b>%s</p>\n",
        verdict,
        words.isEmpty() ? "" : ": " + words);
  }

  /** Adds a row of a name and a value to a table that was begun. */
  public Page row(String name, String value) {
    return add("<tr><th class=\"l\">%s<td class=\"l\">%s</tr>\n", name, value);
  }

  /**
   * Ends the page and writes it to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    Files.writeString(file, html + "</body></html>\n", StandardCharsets.UTF_8);
  }

  /** What a verdict looks like. */
  public enum Tone {
    GOOD,
    BAD,
    DOUBTFUL;

    private String styleClass() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
