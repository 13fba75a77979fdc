/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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

/** Where links lead that carry the id, in each container. */
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
