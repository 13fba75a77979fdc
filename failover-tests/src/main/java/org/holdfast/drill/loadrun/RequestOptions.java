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

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.holdfast.drill.load.RequestBody;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is sent to each URL, and what must come back. */
final class RequestOptions {

  @Option(
      names = {"-p", "--post"},
      paramLabel = "FILE",
      description = "Body to POST to every URL, at most 1 MiB (default: none, GET).")
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

  /** File with the body to POST, null for none. */
  @Nullable Path file() {
    return post;
  }

  String expected() {
    return expected;
  }

  /**
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is too long
   */
  RequestBody body() throws IOException {
    if (post == null) {
      return RequestBody.NONE;
    }
    if (Files.size(post) > RequestBody.MAX_BYTES) {
      throw new IllegalArgumentException(
          "--post must name a file of at most "
              + RequestBody.MAX_BYTES
              + " bytes, "
              + post
              + " has "
              + Files.size(post));
    }
    return RequestBody.of(contentType, Files.readAllBytes(post));
  }
}
