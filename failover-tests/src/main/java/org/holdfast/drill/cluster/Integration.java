// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Locale;

/** The integration of Holdfast that keeps the sessions of a node, and with it its container. */
public enum Integration {
  /** The manager of {@code holdfast-tomcat} in an embedded Tomcat. */
  TOMCAT,

  /** The session cache of {@code holdfast-jetty} in an embedded Jetty. */
  JETTY,

  /** The filter of {@code holdfast-filter} in an embedded Tomcat with sessions of its own. */
  FILTER;

  /** Returns the name on the command line and in reports. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
