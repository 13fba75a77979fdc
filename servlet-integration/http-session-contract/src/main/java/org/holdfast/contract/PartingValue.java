// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.Serializable;

/** An attribute that changes itself and another one each time its session is passivated. */
final class PartingValue implements HttpSessionActivationListener, Serializable {
  private static final long serialVersionUID = 1L;

  private int left;
  private String said = "0";

  @Override
  public void sessionWillPassivate(HttpSessionEvent event) {
    left++;
    event.getSession().setAttribute("said", Integer.toString(left));
  }

  @Override
  public void sessionDidActivate(HttpSessionEvent event) {
    HttpSession session = event.getSession();
    said = String.valueOf(session.getAttribute("said"));
  }

  @Override
  public String toString() {
    return "left " + left + ", other said " + said;
  }
}
