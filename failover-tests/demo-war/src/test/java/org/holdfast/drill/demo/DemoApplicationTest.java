// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoApplicationTest {
  private static final String[] WORKLOADS = {
    "/hello-sessions", "/cart", "/big-session", "/session-validation"
  };

  @ParameterizedTest
  @ValueSource(strings = {"", "/shop"})
  void countsByEitherRule_whereItsContextPathSaysNothing(String contextPath) {
    Map<String, Servlet> served = served(contextPath);

    for (String workload : WORKLOADS) {
      assertThat(served.get(workload)).as(workload).isInstanceOf(CountingServlet.class);
      assertThat(served.get("/clusterbench" + workload))
          .as(workload)
          .isInstanceOf(SerialServlet.class);
    }
  }

  @Test
  void keepsTheRulesOfClusterBench_whereItIsDeployedInItsPlace() {
    Map<String, Servlet> served = served("/clusterbench");

    for (String workload : WORKLOADS) {
      assertThat(served.get(workload)).as(workload).isInstanceOf(SerialServlet.class);
    }
    assertThat(served.get("/session")).isInstanceOf(SerialServlet.class);
    assertThat(served.get("/counter")).isInstanceOf(CountingServlet.class);
    assertThat(served.get("/profile")).isInstanceOf(CountingServlet.class);
  }

  /** Which servlet stands at which path. */
  private static Map<String, Servlet> served(String contextPath) {
    Map<String, Servlet> served = new HashMap<>();
    ServletContext context =
        proxy(
            ServletContext.class,
            (method, arguments) ->
                switch (method) {
                  case "getContextPath" -> contextPath;
                  case "addServlet" -> registration(served, (Servlet) arguments[1]);
                  default -> throw new UnsupportedOperationException(method);
                });
    new DemoApplication("alpha").onStartup(Set.of(), context);
    return served;
  }

  private static ServletRegistration.Dynamic registration(
      Map<String, Servlet> served, Servlet servlet) {
    return proxy(
        ServletRegistration.Dynamic.class,
        (method, arguments) -> {
          assertThat(method).isEqualTo("addMapping");
          for (String path : (String[]) arguments[0]) {
            assertThat(served.put(path, servlet)).as("another servlet at " + path).isNull();
          }
          return Set.of();
        });
  }

  private interface Calls {
    Object answer(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Calls calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> calls.answer(method.getName(), arguments)));
  }
}
