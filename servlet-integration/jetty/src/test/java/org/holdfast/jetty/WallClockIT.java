// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee11.servlet.ServletContextRequest;
import org.eclipse.jetty.session.ManagedSession;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.Test;

class WallClockIT {
  private final AtomicReference<ManagedSession> used = new AtomicReference<>();

  /** For a session, a wall clock that jumps ahead is past its expiry. */
  @Test
  void endsNoSession_whenItIsSetAhead() throws Exception {
    try (ContractCluster nodes =
        new ContractCluster(
            new JettyUnderTest(new Ee11Environment()),
            1,
            () -> List.of(ContractApplication.at("").page("/count", this::count)))) {
      Browser browser = new Browser();
      assertThat(browser.get(nodes.node(0), "/count").body()).isEqualTo("1");

      used.get().getSessionData().setExpiry(1);

      assertThat(browser.get(nodes.node(0), "/count").body()).isEqualTo("2");
    }
  }

  private void count(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HttpSession session = request.getSession();
    Object before = session.getAttribute("n");
    int n = before == null ? 1 : (Integer) before + 1;
    session.setAttribute("n", n);
    used.set(ServletContextRequest.getServletContextRequest(request).getManagedSession());
    response.getWriter().print(n);
  }
}
