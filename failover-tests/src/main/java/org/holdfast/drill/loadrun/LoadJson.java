// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a report as JSON for programs. */
final class LoadJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private LoadJson() {}

  /**
   * Writes {@code report} to {@code file}, replacing it.
   *
   * @throws IOException if the file cannot be written
   */
  static void write(LoadReport report, Path file) throws IOException {
    MAPPER.writeValue(file.toFile(), report);
  }
}
