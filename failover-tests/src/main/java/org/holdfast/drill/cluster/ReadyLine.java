// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one line that a node prints on its standard output once it serves: {@code holdfast node NAME
 * ready http=HOST:PORT replication=HOST:PORT}, or {@code replication=off}. The only thing a
 * launcher reads from a node's output.
 *
 * @param replication where the node accepts replication; empty when it does not replicate
 */
public record ReadyLine(
    String name, InetSocketAddress http, Optional<InetSocketAddress> replication) {
  private static final String ADDRESS = "(\\S+):(\\d{1,5})";
  private static final Pattern LINE =
      Pattern.compile(
          "holdfast node (\\S+) ready http=" + ADDRESS + " replication=(?:off|" + ADDRESS + ")");

  /** Reads a line of output; empty for every other line that a node may print. */
  public static Optional<ReadyLine> parse(String line) {
    Matcher matcher = LINE.matcher(line.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<InetSocketAddress> replication =
        Optional.ofNullable(matcher.group(4)).map(host -> address(host, matcher.group(5)));
    return Optional.of(
        new ReadyLine(matcher.group(1), address(matcher.group(2), matcher.group(3)), replication));
  }

  private static InetSocketAddress address(String host, String port) {
    return InetSocketAddress.createUnresolved(host, Integer.parseInt(port));
  }

  @Override
  public String toString() {
    return "holdfast node "
        + name
        + " ready http="
        + text(http)
        + " replication="
        + replication.map(ReadyLine::text).orElse("off");
  }

  private static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }
}
