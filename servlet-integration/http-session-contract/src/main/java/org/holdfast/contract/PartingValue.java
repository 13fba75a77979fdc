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

package org.holdfast.contract;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.Serializable;

/** An attribute that changes itself and another one each time it hears that its session goes. */
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
