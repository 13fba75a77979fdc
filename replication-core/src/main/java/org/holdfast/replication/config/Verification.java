// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.config;

/** The occasions on which an encoded attribute is read back and compared with the value. */
public enum Verification {
  /**
   * The first value of each class, and each value that is known to need it. Costs nothing once the
   * classes of an application have been seen; the default.
   */
  FIRST_SIGHT,
  /**
   * Each write. Finds values of a class that do not survive although others did; costs several
   * times the encoding. For test environments.
   */
  EVERY_WRITE
}
