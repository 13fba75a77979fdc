// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** Tells the version of the jar that runs, and the Java that runs it. */
public final class VersionLine implements IVersionProvider {
  @Override
  public String[] getVersion() {
    @Nullable String version = VersionLine.class.getPackage().getImplementationVersion();
    return new String[] {
      "holdfast "
          + (version == null ? "(not run from its jar)" : version)
          + ", Java "
          + System.getProperty("java.version")
    };
  }

  /** The commit that this program was built from, with "-dirty" if more was changed; if known. */
  public static Optional<String> commit() {
    Properties build = new Properties();
    try (InputStream in = VersionLine.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("this program's own build.properties cannot be read", e);
    }
    return Optional.ofNullable(build.getProperty("git.commit.id.describe"));
  }
}
