// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package servlet.tck.common.servlets;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * Stands for the class of this name in the TCK, which looks for a logging library by Maven's
 * resolver: here the one of the class path serves.
 */
public final class CommonServlets {
  private CommonServlets() {}

  /** Returns the contents of {@code WEB-INF/lib} in the TCK's applications. */
  public static JavaArchive[] getCommonServletsArchive() {
    return new JavaArchive[] {
      ShrinkWrap.create(JavaArchive.class, "common-servlets.jar")
          .addPackage("servlet.tck.common.servlets")
          .addPackage("servlet.tck.common.util")
          .addPackage("servlet.tck.common.response")
          .addPackage("servlet.tck.common.request")
          .addPackage("servlet.tck.api.common.sharedfiles")
    };
  }
}
