// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.util.Map;

/**
 * The cost of the attributes of an application, for operators: {@code
 * org.holdfast:type=AttributeTraffic,cluster="…",member="…",application="…"} in the JVM's platform
 * MBean server. Each question is answered from the counters of that moment.
 */
public interface AttributeTrafficMXBean {
  String getCluster();

  String getMember();

  String getApplication();

  /** Returns the attribute with the most traffic, in one sentence. */
  String getHeadline();

  /** Returns the bytes that left for all attributes. */
  long getBytes();

  /** Returns how often attributes were published because they differed. */
  long getChanges();

  /** Returns a row for each attribute, by its name. */
  Map<String, Attribute> getAttributes();

  /** Returns the table for people, lines ended by line feeds. */
  String table();

  /** A row: see {@link AttributeFigures}. */
  interface Attribute {
    String getName();

    long getBytes();

    double getShare();

    long getChanges();

    long getRemovals();

    long getPatches();

    long getEncodedInVain();

    long getReads();

    boolean isNeverRead();

    long getNewestBytes();

    long getLargestBytes();

    boolean isShares();
  }
}
