// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a report as JSON for programs. */
public final class JsonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private JsonReport() {}

  /**
   * Writes {@code report} to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  public static void write(DrillReport report, Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), report);
  }

  /** The same for several runs together. */
  public static void write(RunsReport report, Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), report);
  }
}
