// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A web application of the user's that a node serves beside the demo.
 *
 * @param file readable, a {@code .war} or the directory of one
 * @param contextPath as Tomcat writes it: empty for the root, {@code /shop}
 */
public record WebArchive(Path file, String contextPath) {
  /** Where the demo application is when the root is taken. */
  static final String DEMO_BESIDE_ROOT = "/demo";

  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

  /**
   * @param path {@code /} for the root
   * @throws IllegalArgumentException if there is no such file, or the path is none or is the status
   *     page's
   */
  public static WebArchive of(Path file, String path) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("--war must be a readable file, was " + file);
    }
    String contextPath = path.equals("/") ? "" : path;
    if (!PATH.matcher(contextPath).matches()
        || contextPath.equals(DEMO_BESIDE_ROOT)
        || contextPath.equals(EmbeddedNode.STATUS_PATH)) {
      throw new IllegalArgumentException(
          "--war-path must be / or a path such as /shop, not "
              + DEMO_BESIDE_ROOT
              + " and not "
              + EmbeddedNode.STATUS_PATH
              + ", was \""
              + path
              + "\"");
    }
    return new WebArchive(file, contextPath);
  }

  /** Where the demo application is beside this one. */
  String demoPath() {
    return contextPath.isEmpty() ? DEMO_BESIDE_ROOT : "";
  }
}
