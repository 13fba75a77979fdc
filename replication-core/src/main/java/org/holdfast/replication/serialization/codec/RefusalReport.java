// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.holdfast.replication.serialization.Printable;
import org.slf4j.LoggerFactory;

/**
 * Logs which attributes cannot be replicated: applications that are not distributable see no
 * exception, and frameworks swallow it. One line for each attribute and class. As applications
 * choose the names, they are kept up to a bound, and then forgotten. Thread-safe.
 */
final class RefusalReport {
  /** The most pairs of an attribute and a class that are kept. */
  private static final int MOST_LOGGED = 1_000;

  private final Consumer<String> log;

  // Names, not classes: their loader must be able to go.
  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean hasForgotten = new AtomicBoolean();

  RefusalReport() {
    this(LoggerFactory.getLogger(RefusalReport.class)::warn);
  }

  RefusalReport(Consumer<String> log) {
    this.log = log;
  }

  /**
   * Logs a refusal unless one of that attribute and class is among those kept.
   *
   * @param path way from the value to the object, without keys of maps, which may be personal
   * @param type class of the object that cannot be replicated
   * @param reason continues a sentence that begins with that object
   */
  void add(String attribute, String path, String type, String reason) {
    String refusal = type + " in " + attribute;
    if (logged.contains(refusal)) {
      return;
    }
    if (logged.size() >= MOST_LOGGED) {
      logged.clear();
      if (!hasForgotten.getAndSet(true)) {
        log.accept(
            "more than "
                + MOST_LOGGED
                + " pairs of an attribute and a class cannot be replicated: this node forgets which"
                + " of them it has logged, and may log them again");
      }
    }
    if (logged.add(refusal)) {
      log.accept(
          "attribute \""
              + Printable.part(attribute)
              + "\" cannot be replicated: "
              + Printable.part(path)
              + " of class "
              + Printable.part(type)
              + " "
              + Printable.part(reason)
              + ". Other nodes do not get this value. Logged once for each attribute and class,"
              + " counted each time as attributesRefused");
    }
  }
}
