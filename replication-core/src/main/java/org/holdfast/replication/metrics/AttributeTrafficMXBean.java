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

package org.holdfast.replication.metrics;

import java.util.Map;

/**
 * What the attributes of an application cost, for operators: {@code
 * org.holdfast:type=AttributeTraffic,cluster="…",member="…",application="…"} in the JVM's platform
 * MBean server. Each question is answered from the counters of that moment.
 */
public interface AttributeTrafficMXBean {
  String getCluster();

  String getMember();

  String getApplication();

  /** What stands out, in one sentence. */
  String getHeadline();

  /** Bytes that left for all attributes. */
  long getBytes();

  /** How often attributes were published because they differed. */
  long getChanges();

  /** A row for each attribute, by its name. */
  Map<String, Attribute> getAttributes();

  /** The table for people, lines ended by line feeds. */
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
