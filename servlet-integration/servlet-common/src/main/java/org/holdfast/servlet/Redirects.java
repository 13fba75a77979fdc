// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Calls the redirect of Servlet 6.1 on a container that has it, from code that is compiled against
 * 6.0.
 */
final class Redirects {
  private static final @Nullable MethodHandle WITH_STATUS = find();

  private Redirects() {}

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              HttpServletResponse.class,
              "sendRedirect",
              MethodType.methodType(void.class, String.class, int.class, boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException servlet60) {
      return null;
    }
  }

  /**
   * Redirects the client with {@code status}.
   *
   * @throws UnsupportedOperationException if the container implements Servlet 6.0
   */
  static void send(HttpServletResponse response, String location, int status, boolean clearBuffer)
      throws IOException {
    if (WITH_STATUS == null) {
      throw new UnsupportedOperationException(
          "sendRedirect with status " + status + " needs a container of Servlet 6.1 or newer");
    }
    try {
      WITH_STATUS.invokeExact(response, location, status, clearBuffer);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("sendRedirect threw an undeclared exception", e);
    }
  }
}
