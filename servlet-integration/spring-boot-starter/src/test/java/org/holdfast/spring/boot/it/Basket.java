// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

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
