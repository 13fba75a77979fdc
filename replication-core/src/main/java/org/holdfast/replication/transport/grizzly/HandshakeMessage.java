// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import org.holdfast.replication.membership.Member;

/**
 * A message before the first frame: the connector sends one {@link Hello}, the acceptor answers
 * {@link Welcome}, or {@link Reject} and closes. Later versions put an authentication between the
 * two; until it has succeeded, nothing of a Hello may be remembered.
 */
sealed interface HandshakeMessage {

  /**
   * The identity of the connector, and the member that it means to reach.
   *
   * @param minVersion oldest protocol version the connector speaks
   * @param maxVersion newest protocol version the connector speaks
   * @param cluster name of its cluster
   * @param from its identity
   * @param toName name of the member it means to reach
   * @param toIncarnation incarnation of that member; another one at the same address is another
   *     process
   */
  record Hello(
      int minVersion,
      int maxVersion,
      String cluster,
      Member from,
      String toName,
      long toIncarnation)
      implements HandshakeMessage {}

  /** A Hello of versions that are all unknown here, so that nothing behind them could be read. */
  record UnknownVersions(int minVersion, int maxVersion) implements HandshakeMessage {}

  /** The answer that the connection may be used, in {@code version}, and leads to {@code from}. */
  record Welcome(int version, Member from) implements HandshakeMessage {}

  /**
   * The answer that the connection may not be used. {@code reason} is for a log; control characters
   * are replaced when it is read.
   */
  record Reject(String reason) implements HandshakeMessage {}
}
