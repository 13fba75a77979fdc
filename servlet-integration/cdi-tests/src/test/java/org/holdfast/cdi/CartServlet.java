// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.TreeSet;

/** The one page: uses a bean of the session, and never touches the session to change it. */
final class CartServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Cart cart = CDI.current().select(Cart.class).get();
    String item = request.getParameter("add");
    if (request.getParameter("names") != null) {
      response
          .getWriter()
          .print(new TreeSet<>(Collections.list(request.getSession().getAttributeNames())));
    } else {
      response.getWriter().print(item == null ? cart.items() : cart.add(item));
    }
  }
}
