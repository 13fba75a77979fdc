// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A page of an application. */
@FunctionalInterface
public interface Page {
  void serve(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException;
}
