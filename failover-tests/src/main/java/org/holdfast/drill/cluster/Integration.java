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
