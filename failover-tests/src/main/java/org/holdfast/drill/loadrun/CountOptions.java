// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import picocli.CommandLine.Option;

/** The option that says where servers tell how many requests they served. */
public final class CountOptions {
  @Option(
      names = "--count-url",
      paramLabel = "URL",
      description =
          "Where a server tells how many requests it served: /holdfast/status of a demo node, or a"
              + " number alone; once for each server, which nobody else may ask meanwhile (default:"
              + " none is asked).")
  private List<String> urls = List.of();

  public boolean areGiven() {
    return !urls.isEmpty();
  }

  /**
   * Held to the same rule as what is loaded: nothing is sent to strangers by mistake.
   *
   * @throws IllegalArgumentException if one is no URL, or of another machine without {@code
   *     allowRemote}
   */
  public List<URI> read(boolean allowRemote) {
    List<URI> uris = new ArrayList<>();
    for (String url : urls) {
      List<Target> unused =
          UrlMix.parse(List.of(url), List.of(), RequestBody.NONE, allowRemote).targets();
      uris.add(URI.create(url));
    }
    return uris;
  }
}
