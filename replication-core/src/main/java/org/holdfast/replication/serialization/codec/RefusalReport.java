/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.serialization.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.holdfast.replication.serialization.Printable;
import org.slf4j.LoggerFactory;

/**
 * Logs which attributes cannot be replicated: applications that are not distributable see no
 * exception, and frameworks swallow it. One line for each attribute and class, up to a bound, since
 * applications choose the names. Thread-safe.
 */
final class RefusalReport {
  private static final int MOST_LINES = 1_000;

  private final Consumer<String> log;

  // Names, not classes: their loader must be able to go.
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  RefusalReport() {
    this(LoggerFactory.getLogger(RefusalReport.class)::warn);
  }

  RefusalReport(Consumer<String> log) {
    this.log = log;
  }

  /**
   * Logs a refusal unless that attribute was refused for that class before.
   *
   * @param path way from the value to the object, without keys of maps, which may be personal
   * @param type class of the object that cannot be replicated
   * @param reason continues a sentence that begins with that object
   */
  void add(String attribute, String path, String type, String reason) {
    if (logged.size() < MOST_LINES && logged.add(type + " in " + attribute)) {
      log.accept(
          "attribute \""
              + Printable.part(attribute)
              + "\" cannot be replicated: "
              + Printable.part(path)
              + " of class "
              + Printable.part(type)
              + " "
              + Printable.part(reason)
              + ". Other nodes do not get this value. Logged once for each attribute and class, counted"
              + " each time as attributesRefused");
    }
  }
}
