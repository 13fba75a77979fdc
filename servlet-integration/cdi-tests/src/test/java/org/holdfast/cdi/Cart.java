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

package org.holdfast.cdi;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Lives in the session, knows nothing of it, and is changed by being called. */
@SessionScoped
@Counted
public class Cart implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();

  @Inject private Prices prices;
  @Inject private Wrapping wrapping;

  public String add(String item) {
    items.add(item);
    return items();
  }

  public String items() {
    return items + " for " + prices.of(items.size()) + " in " + wrapping.next();
  }
}
