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

package org.holdfast.drill.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a node knows its peers. What is empty has Holdfast's default.
 *
 * @param mode {@code loopback}, {@code tls}, {@code migrate} or {@code none}
 * @param keyStore the node's key and certificate, and the certificates that it trusts
 * @param keyStorePasswordFile file with the password of {@code keyStore}
 */
public record NodeSecurity(
    Optional<String> mode, Optional<Path> keyStore, Optional<Path> keyStorePasswordFile) {
  /** What Holdfast does unless it is told otherwise. */
  public static final NodeSecurity DEFAULT =
      new NodeSecurity(Optional.empty(), Optional.empty(), Optional.empty());

  private static final List<String> MODES = List.of("loopback", "tls", "migrate", "none");

  public NodeSecurity {
    mode =
        mode.map(
            given ->
                NodeSettings.choose("--security", given.toLowerCase(Locale.ROOT), given, MODES));
    // Tomcat's base, from which relative names would count, is a temporary directory here.
    keyStore = keyStore.map(Path::toAbsolutePath);
    keyStorePasswordFile = keyStorePasswordFile.map(Path::toAbsolutePath);
  }
}
