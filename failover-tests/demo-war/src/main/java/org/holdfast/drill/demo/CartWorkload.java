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

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/**
 * One attribute of about 4 KB that each request reads and changes in place, without telling the
 * container: as many applications do. Only a container that looks at what was read notices the
 * change.
 */
final class CartWorkload implements Workload {
  static final String ATTRIBUTE = "cart";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    if (!(session.getAttribute(ATTRIBUTE) instanceof Cart cart)) {
      Cart first = new Cart();
      int count = first.addOne();
      session.setAttribute(ATTRIBUTE, first);
      return count;
    }
    return cart.addOne();
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(ATTRIBUTE) instanceof Cart cart ? cart.count() : 0;
  }
}
