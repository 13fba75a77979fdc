// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.Printable;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.session.attributes.HeldBack;
import org.slf4j.LoggerFactory;

/**
 * A report of the attributes of one web application that commits could not send. Counts each, and
 * logs it once for each class that is the reason. Thread-safe.
 */
final class HeldBackReport {
  /** The number of names and classes that are kept, before all are forgotten. */
  private static final int MOST_TOLD = 1_000;

  private final String application;
  private final ReplicationMetrics metrics;
  private final Consumer<String> log;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  HeldBackReport(String application, ReplicationMetrics metrics) {
    this(application, metrics, LoggerFactory.getLogger(HeldBackReport.class)::warn);
  }

  HeldBackReport(String application, ReplicationMetrics metrics, Consumer<String> log) {
    this.application = application;
    this.metrics = metrics;
    this.log = log;
  }

  /**
   * @param session the fingerprint of the session: the id is a credential
   */
  void add(String session, HeldBack attribute) {
    metrics.count(Counter.ATTRIBUTES_HELD_BACK);
    if (told.size() >= MOST_TOLD) {
      told.clear();
    }
    if (told.add(attribute.name() + '\0' + attribute.problem().culpritClass())) {
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
              + " attributesHeldBack");
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
