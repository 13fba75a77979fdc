// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The targets of links that carry the id, in each container. */
class LinksIT {
  static Stream<ContainerUnderTest> containers() {
    return Stream.<Supplier<ContainerUnderTest>>of(
            JettyUnderTest::new, UndertowUnderTest::new, GrizzlyUnderTest::new)
        .map(Supplier::get);
  }

  private static ContractApplication shop() {
    return ContractApplication.at("/shop")
        .page("/deep/list", (q, r) -> q.getRequestDispatcher("/view").forward(q, r))
        .page(
            "/view",
            (q, r) -> {
              q.getSession();
              r.getWriter().print(r.encodeURL("?page=" + q.getParameter("page") + "1"));
            });
  }

  @ParameterizedTest
  @MethodSource("containers")
  void leadToThePageTheClientAskedFor_whenTheyHaveAQueryAlone(ContainerUnderTest container) {
    try (ContractCluster nodes =
        new ContractCluster(container, 1, () -> List.of(ContractApplication.at(""), shop()))) {
      Browser browser = new Browser();
      URI page = URI.create("/shop/deep/list?page=1");

      String link = browser.get(nodes.node(0), page.toString()).body();

      assertThat(page.resolve(link).toString())
          .startsWith("/shop/deep/list;jsessionid=")
          .endsWith("?page=11");
      assertThat(new Browser().get(nodes.node(0), page.resolve(link).toString()).body())
          .isEqualTo(link.replace("=11", "=111"));
    }
  }
}
