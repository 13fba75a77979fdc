// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** How often an encoded attribute is read back and compared with the value. */
public enum Verification {
  /**
   * The first value of each class, and what is known to need it each time. Costs nothing once the
   * classes of an application have been seen; the default.
   */
  FIRST_SIGHT,
  /**
   * Every write. Finds values of a class that do not survive although others did; costs several
   * times the encoding. For test environments.
   */
  EVERY_WRITE
}
