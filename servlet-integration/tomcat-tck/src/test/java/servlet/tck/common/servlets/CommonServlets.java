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

package servlet.tck.common.servlets;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/**
 * Stands for the class of this name in the TCK, which looks for a logging library by Maven's
 * resolver: here the one of the class path serves.
 */
public final class CommonServlets {
  private CommonServlets() {}

  /** What the TCK's applications have in their {@code WEB-INF/lib}. */
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
