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

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.holdfast.contract.Browser;
import org.holdfast.contract.ContractApplication;
import org.holdfast.contract.ContractCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When the container learns that an asynchronous request is dispatched. Grizzly begins with that at
 * once, on another thread.
 */
class DispatchOrderIT {
  private final List<String> steps = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void reachesTheContainer_whenThePageHasLeft(boolean onAnotherThread) {
    serve(
        context -> {
          if (onAnotherThread) {
            CompletableFuture.runAsync(context::dispatch).join();
          } else {
            context.dispatch();
          }
        });

    assertThat(steps).containsExactly("left", "dispatched", "again");
  }

  @Test
  void allowsNoOtherAndNoCompletion_whileItWaits() {
    serve(
        context -> {
          context.dispatch();
          attempt(context::dispatch);
          attempt(context::complete);
        });

    assertThat(steps).containsExactly("refused", "refused", "left", "dispatched", "again");
  }

  private void attempt(Runnable step) {
    try {
      step.run();
      steps.add("accepted");
    } catch (IllegalStateException e) {
      steps.add("refused");
    }
  }

  /** Serves one request to a page that is to dispatch it. */
  private void serve(Consumer<AsyncContext> page) {
    try (ContractCluster nodes =
        new ContractCluster(new JettyUnderTest(), 1, () -> List.of(shop(page)))) {
      assertThat(new Browser().get(nodes.node(0), "/page").status()).isEqualTo(200);
    }
  }

  private ContractApplication shop(Consumer<AsyncContext> page) {
    return ContractApplication.at("")
        .page(
            "/page",
            (request, response) -> {
              if (request.getDispatcherType() == DispatcherType.ASYNC) {
                steps.add("again");
              } else {
                page.accept(request.startAsync());
                steps.add("left");
              }
            })
        .configure(this::watch);
  }

  /** Between the container and Holdfast's filter. */
  private void watch(ServletContext context) {
    Filter watching =
        (request, response, chain) ->
            chain.doFilter(new Watched((HttpServletRequest) request), response);
    FilterRegistration.Dynamic filter = context.addFilter("watching", watching);
    filter.setAsyncSupported(true);
    filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
  }

  /** Notes what its asynchronous context is told. */
  private final class Watched extends HttpServletRequestWrapper {
    Watched(HttpServletRequest request) {
      super(request);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
      AsyncContext container = super.startAsync(request, response);
      return (AsyncContext)
          Proxy.newProxyInstance(
              DispatchOrderIT.class.getClassLoader(),
              new Class<?>[] {AsyncContext.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("dispatch")) {
                  steps.add("dispatched");
                }
                return method.invoke(container, arguments);
              });
    }
  }
}
