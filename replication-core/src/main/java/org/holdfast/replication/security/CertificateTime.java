// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.security;

import java.time.Instant;

/**
 * The time against which certificates expire: the wall clock of this machine, which the JDK asks as
 * well when it checks them. The core has no other use for it, so only this class may ask.
 */
final class CertificateTime {
  private CertificateTime() {}

  static Instant now() {
    return Instant.now();
  }
}
