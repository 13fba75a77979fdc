// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContainerUnderTest;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How long sessions live in each container where nobody gives them an interval of their own. */
class ContainerTimeoutIT {
  private final Browser browser = new Browser();

  static Stream<ContainerUnderTest> containers() {
    return Stream.<Supplier<ContainerUnderTest>>of(
            JettyUnderTest::new, UndertowUnderTest::new, GrizzlyUnderTest::new)
        .map(Supplier::get);
  }

  private static ContractCluster cluster(
      ContainerUnderTest container, Consumer<ContractApplication> configuration) {
    return new ContractCluster(
        container,
        1,
        () -> {
          ContractApplication application =
              ContractApplication.at("")
                  .page(
                      "/interval",
                      (q, r) -> r.getWriter().print(q.getSession().getMaxInactiveInterval()));
          configuration.accept(application);
          return List.of(application);
        });
  }

  @ParameterizedTest
  @MethodSource("containers")
  void endsThem_whenTheContainersSecondsAreOver(ContainerUnderTest container) {
    try (ContractCluster nodes = cluster(container, shop -> shop.sessionTimeoutSeconds(2))) {
      assertThat(browser.get(nodes.node(0), "/interval").body()).isEqualTo("2");

      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () ->
                  browser.events(nodes.node(0)).stream()
                      .anyMatch(event -> event.startsWith("destroyed")));
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void keepsWhatIsNoWholeMinute(ContainerUnderTest container) {
    try (ContractCluster nodes = cluster(container, shop -> shop.sessionTimeoutSeconds(90))) {
      assertThat(browser.get(nodes.node(0), "/interval").body()).isEqualTo("90");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void isThatOfTheApplication_whereItSetOneByProgram(ContainerUnderTest container) {
    try (ContractCluster nodes =
        cluster(
            container,
            shop ->
                shop.sessionTimeoutSeconds(60 * 7 + 5)
                    .configure(context -> context.setSessionTimeout(7)))) {
      // Grizzly ignores what the application says.
      assertThat(browser.get(nodes.node(0), "/interval").body())
          .isEqualTo(container instanceof GrizzlyUnderTest ? "425" : "420");
    }
  }

  @ParameterizedTest
  @MethodSource("containers")
  void isEndless_whereTheContainerHasNone(ContainerUnderTest container) {
    try (ContractCluster nodes = cluster(container, shop -> shop.sessionTimeoutSeconds(-1))) {
      assertThat(Integer.parseInt(browser.get(nodes.node(0), "/interval").body())).isNotPositive();
    }
  }
}
