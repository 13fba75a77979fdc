// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.codec;

/** Tells the JDK's classes from all others. Stateless. */
public final class PlatformClasses {
  private PlatformClasses() {}

  /** Tells whether the boot loader or the platform loader defines {@code type}. */
  public static boolean includes(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
