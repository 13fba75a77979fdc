// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.holdfast.drill.cluster.StatusClient;
import org.holdfast.servlet.settings.SecretFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says with which token nodes report their status, of every verb. */
public final class StatusTokenOption {
  @Option(
      names = "--status-token-file",
      paramLabel = "FILE",
      description =
          "With --targets: file with the statusToken of the nodes, which is sent to the addresses of"
              + " --admin (default: none is sent).")
  private @Nullable Path file;

  /**
   * Refuses a file without a token, before anything is started.
   *
   * @throws IllegalArgumentException if the file cannot be read or has no token
   */
  public void check() {
    Optional<String> unused = token();
  }

  /**
   * Returns a client that sends the token, if there is one.
   *
   * @throws IllegalArgumentException as of {@link #check}
   */
  public StatusClient client() {
    return token().map(StatusClient::withToken).orElseGet(StatusClient::new);
  }

  private Optional<String> token() {
    return Optional.ofNullable(file).map(given -> SecretFile.read("--status-token-file", given));
  }
}
