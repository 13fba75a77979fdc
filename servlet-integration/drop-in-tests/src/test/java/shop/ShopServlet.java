// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;
import shop.parts.Item;

/** A web application that knows nothing of replication. */
public final class ShopServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/plain");
    response.setCharacterEncoding("UTF-8");
    response.getWriter().print(page(request));
  }

  private String page(HttpServletRequest request) {
    return switch (request.getServletPath()) {
      case "/version" -> getServletContext().getInitParameter("version");
      case "/count" -> count(request.getSession());
      case "/login" -> login(request);
      case "/who" -> String.valueOf(request.getSession().getAttribute("user"));
      case "/add" -> add(request);
      case "/cart" -> names(cart(request.getSession()));
      case "/libraries" -> Libraries.use();
      default -> "no page " + request.getServletPath();
    };
  }

  private static String count(HttpSession session) {
    int count = session.getAttribute("count") instanceof Integer before ? before + 1 : 1;
    session.setAttribute("count", count);
    return Integer.toString(count);
  }

  private static String login(HttpServletRequest request) {
    HttpSession session = request.getSession();
    request.changeSessionId();
    session.setAttribute("user", request.getParameter("user"));
    return "logged in";
  }

  /** Changes what it got, and sets nothing. */
  private static String add(HttpServletRequest request) {
    Cart cart = cart(request.getSession());
    cart.add(new Item(request.getParameter("item"), 1));
    return names(cart);
  }

  private static Cart cart(HttpSession session) {
    if (session.getAttribute("cart") instanceof Cart cart) {
      return cart;
    }
    Cart cart = new Cart();
    session.setAttribute("cart", cart);
    return cart;
  }

  private static String names(Cart cart) {
    List<String> names = cart.items().stream().map(Item::name).toList();
    return String.join(",", names);
  }
}
