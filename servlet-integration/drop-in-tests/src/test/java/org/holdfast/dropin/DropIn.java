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

package org.holdfast.dropin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Where the build has put what is tested. */
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
