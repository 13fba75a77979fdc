// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The files under test, where the build has put them. */
enum DropIn {
  FOR_TOMCAT("holdfast-tomcat-all.jar"),
  FOR_APPLICATIONS("holdfast-filter-all.jar");

  private final String file;

  DropIn(String file) {
    this.file = file;
  }

  Path jar() {
    return existing(directory("dropin.jars").resolve(file));
  }

  /** The web archive of the workloads, which holds nothing of Holdfast's sessions. */
  static Path demo() {
    return existing(directory("dropin.jars").resolve("holdfast-demo.war"));
  }

  /** The folder of an unpacked distribution of Tomcat. */
  static Path tomcat(String version) {
    return existing(directory("dropin.servers").resolve("apache-tomcat-" + version));
  }

  /** The newest Tomcat that is tested. */
  static Path tomcat() {
    return tomcat(property("tomcat.version"));
  }

  /** The folder of an unpacked distribution of Jetty. */
  static Path jetty() {
    return existing(directory("dropin.servers").resolve("jetty-home-" + property("jetty.version")));
  }

  static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name), name + " is not set: run by Maven");
  }

  static Path directory(String property) {
    return Path.of(property(property));
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " is missing: run mvn verify, not mvn test");
    }
    return path;
  }
}
