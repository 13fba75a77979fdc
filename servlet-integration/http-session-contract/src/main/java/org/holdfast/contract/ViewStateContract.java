// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The contract on the large attribute of a framework for user interfaces. */
abstract class ViewStateContract extends ContractTopic {
  private static final int CHANGES = 20;

  ViewStateContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    return List.of(
        ContractApplication.at("")
            .page("/begin", (q, r) -> q.getSession().setAttribute("views", ViewStates.begin()))
            .page("/change", (q, r) -> views(q).change(Integer.parseInt(q.getParameter("step"))))
            .page("/read", (q, r) -> r.getWriter().print(views(q).getClass() + " " + views(q))));
  }

  private static ViewStates views(HttpServletRequest request) {
    return (ViewStates) request.getSession().getAttribute("views");
  }

  @Test
  void survivesItsNode_andOnlyWhatAUserTypedTravels() {
    ViewStates expected = ViewStates.begin();
    long before = a.attributeBytes();
    browser.get(a, "/begin");
    long whole = a.attributeBytes() - before;
    assertThat(whole).isBetween(150_000L, 400_000L);

    for (int step = 0; step < CHANGES; step++) {
      browser.get(a, "/change?step=" + step);
      expected.change(step);
    }
    long perRequest = (a.attributeBytes() - before - whole) / CHANGES;
    System.out.printf(
        Locale.ROOT,
        "view state of %,d bytes: %,d bytes for each of %d requests%n",
        whole,
        perRequest,
        CHANGES);
    // Two of them bring a new view each, a fifteenth of the whole.
    assertThat(perRequest).isBetween(1L, whole / 20);

    a.kill();
    assertThat(browser.get(b, "/read").body()).isEqualTo(ViewStates.class + " " + expected);

    // The order of use continues, too: the next new view replaces the eldest.
    browser.get(b, "/change?step=29");
    expected.change(29);
    assertThat(browser.get(b, "/read").body()).isEqualTo(ViewStates.class + " " + expected);
  }
}
