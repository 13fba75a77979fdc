// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The application's view of an attribute that its node cannot read: node b refuses the class that
 * node a has written, as it would be with another version of it.
 */
class UnreadableAttributeIT {
  record Part(int n) implements Serializable {}

  private final TomcatNode.Builder cluster = TomcatNode.cluster(2);
  private final Application applicationA = application();
  private final Application applicationB = application();
  private final Browser browser = new Browser();
  private TomcatNode a;
  private TomcatNode b;

  private final List<UnreadableAttribute> told = new CopyOnWriteArrayList<>();

  private void start(String policy) {
    a = cluster.start(0, applicationA);
    HoldfastManager refusing = new HoldfastManager();
    refusing.set("allowedClasses", "!" + Part.class.getName());
    refusing.set("unreadable", policy);
    b = cluster.start(1, applicationB, refusing);
    b.context()
        .addContainerListener(
            event -> {
              if (event.getType().equals(UnreadableAttribute.EVENT)) {
                told.add((UnreadableAttribute) event.getData());
                throw new IllegalStateException("a listener that fails");
              }
            });
  }

  @AfterEach
  void stop() {
    b.close();
    a.close();
  }

  private static Application application() {
    return new Application()
        .page(
            "/fill",
            (q, r) -> {
              q.getSession().setAttribute("cart", "3 items");
              q.getSession().setAttribute("part", new Part(7));
            })
        .page(
            "/read",
            (q, r) -> {
              var session = q.getSession();
              r.getWriter().print(session.getAttribute("part"));
              try {
                r.getWriter().print(" " + session.getAttribute("cart"));
              } catch (IllegalStateException e) {
                r.getWriter().print(" ended, " + (q.getSession(false) == null ? "none" : "one"));
              }
            })
        .page(
            "/cart",
            (q, r) ->
                r.getWriter()
                    .print(
                        q.getSession(false) == null
                            ? "none"
                            : q.getSession().getAttribute("cart")));
  }

  @Test
  void isAbsentThere_andBackOnTheOtherNode_ifItIsDropped() {
    start("drop-attribute");
    browser.get(a, "/fill");

    assertThat(browser.get(b, "/read").body()).isEqualTo("null 3 items");
    assertThat(browser.get(b, "/read").body()).isEqualTo("null 3 items");
    assertThat(told).singleElement().extracting(UnreadableAttribute::name).isEqualTo("part");
    assertThat(told.get(0).problem()).contains(Part.class.getName());
    assertThat(browser.get(a, "/read").body()).isEqualTo("Part[n=7] 3 items");
    assertThat(applicationB.events()).isEmpty();
  }

  @Test
  void endsTheSessionWithItsListeners_ifThatIsThePolicy() {
    start("invalidate");
    browser.get(a, "/fill");
    assertThat(browser.get(b, "/cart").body()).as("nobody asked for the part").isEqualTo("3 items");

    assertThat(browser.get(b, "/read").body()).isEqualTo("null ended, none");

    assertThat(applicationB.events()).containsExactly("destroyed cart=3 items");
    assertThat(browser.get(a, "/cart").body()).isEqualTo("none");
    assertThat(browser.get(b, "/cart").body()).isEqualTo("none");
    assertThat(applicationA.events()).containsExactly("created");
  }
}
