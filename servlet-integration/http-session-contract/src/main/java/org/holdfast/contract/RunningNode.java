// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.net.URI;

/** A node that serves the applications of the contract until it is killed or stopped. */
public interface RunningNode {
  /** Returns the address of the container, without a path: {@code http://127.0.0.1:8080}. */
  URI uri();

  /**
   * Returns how many nodes of the cluster this one knows, itself included; 0 while that is not
   * settled. The contract waits until every running node knows all that run.
   */
  int knownNodes();

  /**
   * Returns the bytes of attributes that the first application has given to the cluster since the
   * node started, from {@code ReplicationNode.attributeTraffic()}.
   */
  long attributeBytes();

  /**
   * Ends the node as {@code kill -9} would: it hands nothing over, says no goodbye, and from the
   * moment of the call on nothing that it does reaches another node. Listeners of its applications
   * may still run here, since it dies within the JVM of the test: the test ignores their events. An
   * implementation then releases pages that wait, by {@link ContractApplication#endWaiting}.
   */
  void kill();

  /** Stops the node in the orderly way of its container. */
  void stop();
}
