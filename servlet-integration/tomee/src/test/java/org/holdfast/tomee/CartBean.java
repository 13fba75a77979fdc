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

package org.holdfast.tomee;

import jakarta.ejb.Local;
import jakarta.ejb.PostActivate;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Knows nothing of replication. */
@Stateful
@Local(Cart.class)
public class CartBean implements Cart, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();
  private transient boolean activated;

  @PostActivate
  public void activate() {
    activated = true;
  }

  @Override
  public void add(String item) {
    items.add(item);
  }

  @Override
  public List<String> items() {
    List<String> all = new ArrayList<>(items);
    all.add("activated " + activated);
    return all;
  }

  @Remove
  @Override
  public void checkOut() {}
}
