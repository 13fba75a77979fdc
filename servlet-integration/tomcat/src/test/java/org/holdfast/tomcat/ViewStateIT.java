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

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What JSF keeps in a session: one attribute of some 200 KB, the states of the last views as nested
 * maps, of which each request changes a little in place.
 */
class ViewStateIT {
  private static final int VIEWS = 15;
  private static final int COMPONENTS = 100;
  private static final int CHANGES = 20;

  /** The states of the last views, the one used last at the end. */
  static final class ViewStates extends LinkedHashMap<String, Map<String, Object>> {
    private static final long serialVersionUID = 1L;

    ViewStates() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Map<String, Object>> eldest) {
      return size() > VIEWS;
    }
  }

  private static Map<String, Object> view(int number) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (int i = 0; i < COMPONENTS; i++) {
      Map<String, Object> component = new LinkedHashMap<>();
      component.put("value", "text " + i + " of view " + number + " " + hash(number, i));
      component.put("valid", true);
      component.put("localValueSet", false);
      component.put("style", Map.of("class", "c" + hash(i, number), "width", 10 * i));
      components.put("form:component_" + i, component);
    }
    return components;
  }

  private static String hash(int a, int b) {
    return Long.toHexString((a * 31L + b) * 0x9E37_79B9_7F4A_7C15L);
  }

  private static ViewStates begin() {
    ViewStates views = new ViewStates();
    for (int i = 0; i < VIEWS; i++) {
      views.put("view" + i, view(i));
    }
    return views;
  }

  /** A user types something into a field of a view; now and then a new view replaces the eldest. */
  @SuppressWarnings("unchecked")
  private static void change(ViewStates views, int step) {
    if (step % 10 == 9) {
      views.put("view" + (VIEWS + step), view(VIEWS + step));
      return;
    }
    String last = "view" + (VIEWS - 1 - step % 3);
    Map<String, Object> field = (Map<String, Object>) views.get(last).get("form:component_" + step);
    field.put("value", "typed in step " + step);
  }

  private static Application application() {
    return new Application()
        .page("/begin", (q, r) -> q.getSession().setAttribute("views", begin()))
        .page("/change", (q, r) -> change(views(q), Integer.parseInt(q.getParameter("step"))))
        .page("/read", (q, r) -> r.getWriter().print(views(q).getClass() + " " + views(q)));
  }

  private static ViewStates views(HttpServletRequest request) {
    return (ViewStates) request.getSession().getAttribute("views");
  }

  private static void configure(HoldfastManager manager) {
    manager.setAllowedClasses("org.holdfast.tomcat.**");
    // It goes without a word.
    manager.setDrainTimeoutMillis("0");
  }

  private static boolean isWhole(TomcatNode node) {
    return node.manager().replicationNode().view().members().size() == 2
        && node.manager().replicationNode().isSettled();
  }

  private static long bytesSent(TomcatNode node) {
    return node.manager().replicationNode().attributeTraffic().get(0).snapshot().bytes();
  }

  @Test
  void survivesItsNode_andOnlyWhatAUserTypedTravels() {
    TomcatNode.Builder cluster = TomcatNode.cluster(2).with(ViewStateIT::configure);
    ViewStates expected = begin();
    try (TomcatNode a = cluster.start(0, application());
        TomcatNode b = cluster.start(1, application())) {
      await().atMost(Duration.ofSeconds(20)).until(() -> isWhole(a) && isWhole(b));
      Browser browser = new Browser();
      browser.get(a, "/begin");
      long whole = bytesSent(a);
      assertThat(whole).isBetween(150_000L, 400_000L);

      for (int step = 0; step < CHANGES; step++) {
        browser.get(a, "/change?step=" + step);
        change(expected, step);
      }
      long changes = bytesSent(a) - whole;
      System.out.printf(
          "view state of %,d bytes: %,d bytes for each of %d requests%n",
          whole, changes / CHANGES, CHANGES);
      // Two of them bring a new view each, a fifteenth of the whole.
      assertThat(changes / CHANGES).isLessThan(whole / 20);

      a.manager().replicationNode().close();
      assertThat(browser.get(b, "/read").body()).isEqualTo(ViewStates.class + " " + expected);

      // The order of use goes on, too: the next new view replaces the eldest.
      browser.get(b, "/change?step=29");
      change(expected, 29);
      assertThat(browser.get(b, "/read").body()).isEqualTo(ViewStates.class + " " + expected);
    }
  }
}
