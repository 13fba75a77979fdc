// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

/** A check for values that listen to moves of their session. */
final class ActivationListeners {
  private static final String LISTENER = "jakarta.servlet.http.HttpSessionActivationListener";

  private static final ClassValue<Boolean> LISTENS =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return listens(type);
        }
      };

  private ActivationListeners() {}

  /**
   * Returns whether {@code value} is an activation listener, by the name of the interface. The
   * Servlet API is the application's, and out of sight here.
   */
  static boolean isOne(Object value) {
    return LISTENS.get(value.getClass());
  }

  private static boolean listens(Class<?> type) {
    if (type.getName().equals(LISTENER)) {
      return true;
    }
    for (Class<?> parent : type.getInterfaces()) {
      if (LISTENS.get(parent)) {
        return true;
      }
    }
    Class<?> parent = type.getSuperclass();
    return parent != null && LISTENS.get(parent);
  }
}
