// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.Printable;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.attributes.HeldBack;
import org.slf4j.LoggerFactory;

/**
 * A report of the attributes of one web application that commits could not send. Counts each, and
 * logs it once for each class that is the reason, until a commit sends the attribute of a session
 * for which it was logged before. It logs that, too, at most once a minute. Thread-safe.
 */
final class HeldBackReport {
  /** The number of names and classes that are kept, before all are forgotten. */
  private static final int MOST_TOLD = 1_000;

  private final String application;
  private final ReplicationMetrics metrics;
  private final LongSupplier clock;
  private final Consumer<String> log;
  private final RareLines rare = new RareLines();

  /** The names and classes that are logged as held back. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  HeldBackReport(String application, ReplicationMetrics metrics, LongSupplier clock) {
    this(application, metrics, clock, LoggerFactory.getLogger(HeldBackReport.class)::warn);
  }

  HeldBackReport(
      String application, ReplicationMetrics metrics, LongSupplier clock, Consumer<String> log) {
    this.application = application;
    this.metrics = metrics;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Reports the attributes that a commit of a session could not send, and those of the commit
   * before that it could.
   *
   * @param session the fingerprint of the session: the id is a credential
   * @param before what this returned for the commit before, empty for the first one
   * @return the kinds of the attributes by their names
   */
  Map<String, String> add(String session, List<HeldBack> attributes, Map<String, String> before) {
    Map<String, String> kinds = new HashMap<>();
    for (HeldBack attribute : attributes) {
      String kind = attribute.name() + '\0' + attribute.problem().culpritClass();
      kinds.put(attribute.name(), kind);
      add(session, attribute, kind);
    }
    before.forEach(
        (name, kind) -> {
          if (!kinds.containsKey(name) && told.remove(kind)) {
            log.accept(
                "attribute \""
                    + Printable.part(name)
                    + "\" of session "
                    + session
                    + " of application \""
                    + application
                    + "\" is replicated again");
          }
        });
    return Map.copyOf(kinds);
  }

  private void add(String session, HeldBack attribute, String kind) {
    metrics.count(Counter.ATTRIBUTES_HELD_BACK);
    if (told.size() >= MOST_TOLD) {
      told.clear();
    }
    long events = told.contains(kind) ? 0 : rare.count(kind, clock.getAsLong());
    if (events > 0) {
      told.add(kind);
      log.accept(
          "session "
              + session
              + " of application \""
              + application
              + "\" is not protected: attribute \""
              + Printable.part(attribute.name())
              + "\" "
              + why(attribute.problem())
              + "; other nodes "
              + kept(attribute.version())
              + " until a commit can send it; logged once for each attribute and class, counted as"
              + " attributesHeldBack"
              + RareLines.others(events));
    }
  }

  /** Returns the reason without the exception's message, in which keys of maps may be personal. */
  private static String why(UnserializableAttributeException problem) {
    String type = problem.culpritClass();
    String path = problem.culpritPath();
    return switch (problem.reason()) {
      case REFUSED ->
          type == null
              ? "cannot be encoded"
              : "holds an object of class "
                  + Printable.part(type)
                  + (path == null ? "" : " at " + Printable.part(path))
                  + " that cannot be encoded";
      case CHANGED -> "was changed by other requests while it was encoded";
      case MEMORY -> "needs more memory to be encoded than there was";
    };
  }

  private static String kept(long version) {
    if (version == HeldBack.NOTHING) {
      return "have no value of it";
    }
    return version == 0
        ? "keep the value with which the session came here"
        : "keep the value of version " + version;
  }
}
