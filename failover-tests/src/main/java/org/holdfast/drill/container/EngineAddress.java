// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterStartException;

/**
 * Where the Docker engine listens.
 *
 * @param text as in {@code DOCKER_HOST}
 */
record EngineAddress(String text, SocketAddress socket) {
  private static final String UNIX = "unix://";
  private static final String TCP = "tcp://";
  private static final String USUAL = "/var/run/docker.sock";

  /**
   * Takes what {@code DOCKER_HOST} names, or else the first socket that exists of the engine's, of
   * one without root's rights and of Docker Desktop.
   *
   * @throws ClusterStartException if {@code DOCKER_HOST} names no socket and no address without TLS
   */
  static EngineAddress find(Map<String, String> environment) {
    String given = environment.getOrDefault("DOCKER_HOST", "");
    if (!given.isEmpty()) {
      return parse(given);
    }
    Stream<String> perUser =
        Stream.of(
                Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                    .map(d -> d + "/docker.sock"),
                Optional.ofNullable(environment.get("HOME"))
                    .map(home -> home + "/.docker/run/docker.sock"))
            .flatMap(Optional::stream);
    List<String> candidates = Stream.concat(Stream.of(USUAL), perUser).toList();
    return unix(
        candidates.stream().filter(path -> Files.exists(Path.of(path))).findFirst().orElse(USUAL));
  }

  private static EngineAddress parse(String given) {
    if (given.startsWith(UNIX)) {
      return unix(given.substring(UNIX.length()));
    }
    int colon = given.lastIndexOf(':');
    if (given.startsWith(TCP) && colon > TCP.length()) {
      try {
        String host = given.substring(TCP.length(), colon);
        int port = Integer.parseInt(given.substring(colon + 1));
        return new EngineAddress(given, new InetSocketAddress(host, port));
      } catch (NumberFormatException e) {
        throw unusable(given);
      }
    }
    throw unusable(given);
  }

  private static EngineAddress unix(String path) {
    return new EngineAddress(UNIX + path, UnixDomainSocketAddress.of(path));
  }

  private static ClusterStartException unusable(String given) {
    return new ClusterStartException(
        "DOCKER_HOST must be unix://PATH or tcp://HOST:PORT of an engine of this machine, was \""
            + given
            + "\"");
  }
}
