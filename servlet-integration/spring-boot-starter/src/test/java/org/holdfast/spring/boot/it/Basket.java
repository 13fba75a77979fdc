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

package org.holdfast.spring.boot.it;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.DisposableBean;

/**
 * A bean of the session, which the application never sets as an attribute. Spring keeps a callback
 * for its end in the session, too, which refers to it.
 */
public class Basket implements Serializable, DisposableBean {
  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();

  public void add(String item) {
    items.add(item);
  }

  public List<String> items() {
    return items;
  }

  @Override
  public void destroy() {
    items.clear();
  }
}
