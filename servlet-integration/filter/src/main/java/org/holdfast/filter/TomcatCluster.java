// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check whether Tomcat's own {@code <Cluster>} is set up for a web application. No API shows it,
 * so this uses reflection, like {@link ContainerListeners}. Stateless; the thread that starts the
 * filter calls it.
 */
final class TomcatCluster {
  private static final Logger log = LoggerFactory.getLogger(TomcatCluster.class);

  private TomcatCluster() {}

  /**
   * Returns whether {@code <Cluster>} is set up; false also in other containers, or if reflection
   * fails.
   */
  static boolean isSetUp(ServletContext context) {
    if (!context.getClass().getName().startsWith("org.apache.catalina.core.")) {
      return false;
    }
    try {
      Object standard =
          ContainerObjects.field(ContainerObjects.field(context, "context"), "context");
      // call() returns its target if the method returns null: there is no cluster then.
      return ContainerObjects.call(standard, "getCluster") != standard;
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show its cluster", context.getClass().getName(), e);
      return false;
    }
  }
}
