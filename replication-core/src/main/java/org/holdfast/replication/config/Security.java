// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** Decides which programs may talk to the port of a node, and how. */
public enum Security {
  /** Plaintext, on loopback addresses only. The default without a key store. */
  LOOPBACK,
  /**
   * Mutual TLS 1.3: peers must prove that they hold a trusted key. The default with a key store.
   * Costs CPU for each message.
   */
  TLS,
  /**
   * TLS where the peer speaks it, else plaintext: for a rolling restart that switches TLS on or
   * off. As long as it is set, any program that reaches the port can join.
   */
  MIGRATE,
  /** Plaintext on any address: any program that reaches the port can read and change sessions. */
  NONE
}
