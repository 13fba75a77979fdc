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

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether Tomcat's own {@code <Cluster>} is set up for a web application. No API says so, as
 * with {@link ContainerListeners}.
 */
final class TomcatCluster {
  private static final Logger log = LoggerFactory.getLogger(TomcatCluster.class);

  private TomcatCluster() {}

  /** Returns false also where the container is not Tomcat, or does not show it. */
  static boolean isBeside(ServletContext context) {
    if (!context.getClass().getName().startsWith("org.apache.catalina.core.")) {
      return false;
    }
    try {
      Object standard = Inside.field(Inside.field(context, "context"), "context");
      // Without a cluster the call gives its target back.
      return Inside.call(standard, "getCluster") != standard;
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show its cluster", context.getClass().getName(), e);
      return false;
    }
  }
}
