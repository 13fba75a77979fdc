// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.holdfast.drill.cli.IdleOptions;
import org.holdfast.drill.cli.SessionCookieOption;
import org.holdfast.drill.load.RequestBody;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what is sent with each request, and what must come back, and when. */
public final class RequestOptions {

  @Option(
      names = {"-p", "--post"},
      paramLabel = "FILE",
      description = "Body to POST with every request, at most 1 MiB (default: none, GET).")
  private @Nullable Path post;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      defaultValue = "application/x-www-form-urlencoded",
      description = "Content-Type of that body (default: ${DEFAULT-VALUE}).")
  private String contentType = "";

  @Option(
      names = "--expect",
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "Text that each answer must contain, or it is a wrong one, up to 1000 characters (default:"
              + " any answer with a status of 2xx is right).")
  private String expected = "";

  @Mixin private SessionCookieOption sessionCookie = new SessionCookieOption();

  @Option(
      names = "--timeout-ms",
      paramLabel = "MS",
      defaultValue = "10000",
      description =
          "How long a user waits for a connection, and for an answer, in ms, 1 to 600000 (default:"
              + " ${DEFAULT-VALUE}).")
  private long timeoutMillis;

  /** Text that each answer must contain; empty if any will do. */
  public String expected() {
    return expected;
  }

  /**
   * Name of the cookie that names a session.
   *
   * @throws IllegalArgumentException if no cookie can be called so
   */
  public String sessionCookie() {
    return sessionCookie.name();
  }

  /**
   * How long a user waits for a connection, and for an answer.
   *
   * @throws IllegalArgumentException if that is out of its range
   */
  public Duration timeout() {
    Ranges.require("--timeout-ms", timeoutMillis, 1, 600_000);
    return Duration.ofMillis(timeoutMillis);
  }

  /**
   * Reads the body.
   *
   * @throws IllegalArgumentException if the file is too long or cannot be read
   */
  public RequestBody body() {
    if (post == null) {
      return RequestBody.NONE;
    }
    try (InputStream file = Files.newInputStream(post)) {
      // Not by its size, which a pipe does not tell, nor a device that has no end.
      byte[] bytes = file.readNBytes(RequestBody.MAX_BYTES + 1);
      if (bytes.length > RequestBody.MAX_BYTES) {
        throw new IllegalArgumentException(
            "--post must name a file of at most "
                + RequestBody.MAX_BYTES
                + " bytes, "
                + post
                + " has more");
      }
      return RequestBody.of(contentType, bytes);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--post must name a file that can be read, was " + post, e);
    }
  }

  /**
   * @throws IllegalArgumentException if an option changes nothing beside the others
   */
  public void check(IdleOptions line) {
    line.refuse(post == null, "without --post", "--content-type");
  }
}
