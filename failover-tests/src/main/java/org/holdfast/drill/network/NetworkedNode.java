// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

/** A node whose network can be changed without that of another. */
public interface NetworkedNode {

  /** Name of the node, for messages. */
  String name();

  boolean alive();

  /** Address in the network of the nodes, the same for all its lives. */
  String address();

  /**
   * The tools for the network of its present or last life: another object for each life.
   *
   * @throws IllegalStateException if it was not started yet
   */
  NetworkTools networkTools();
}
