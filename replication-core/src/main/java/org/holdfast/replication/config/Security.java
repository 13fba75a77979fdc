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

package org.holdfast.replication.config;

/** Decides who may talk to the port of a node, and how. */
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
