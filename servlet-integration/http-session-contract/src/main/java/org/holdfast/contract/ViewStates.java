// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The states of views that JSF keeps in a session: one attribute of some 200 KB, the last views as
 * nested maps, the one used last at the end, of which each request changes a little in place.
 */
final class ViewStates extends LinkedHashMap<String, Map<String, Object>> {
  private static final long serialVersionUID = 1L;
  private static final int VIEWS = 15;
  private static final int COMPONENTS = 100;
  private static final int STEPS_PER_VIEW = 10;

  private ViewStates() {
    super(16, 0.75f, true);
  }

  static ViewStates begin() {
    ViewStates views = new ViewStates();
    for (int i = 0; i < VIEWS; i++) {
      views.put("view" + i, view(i));
    }
    return views;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, Map<String, Object>> eldest) {
    return size() > VIEWS;
  }

  /**
   * Types into a field of a view, as a user does; each tenth time a new view replaces the eldest.
   */
  void change(int step) {
    if (step % STEPS_PER_VIEW == STEPS_PER_VIEW - 1) {
      put("view" + (VIEWS + step), view(VIEWS + step));
      return;
    }
    Map<String, Object> used = Objects.requireNonNull(get("view" + (VIEWS - 1 - step % 3)));
    field(used, step).put("value", "typed in step " + step);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> field(Map<String, Object> view, int number) {
    return (Map<String, Object>) Objects.requireNonNull(view.get(nameOf(number)));
  }

  private static Map<String, Object> view(int number) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (int i = 0; i < COMPONENTS; i++) {
      Map<String, Object> component = new LinkedHashMap<>();
      component.put("value", "text " + i + " of view " + number + " " + hash(number, i));
      component.put("valid", true);
      component.put("localValueSet", false);
      component.put("style", Map.of("class", "c" + hash(i, number), "width", 10 * i));
      components.put(nameOf(i), component);
    }
    return components;
  }

  private static String nameOf(int component) {
    return "form:component_" + component;
  }

  private static String hash(int a, int b) {
    return Long.toHexString((a * 31L + b) * 0x9E37_79B9_7F4A_7C15L);
  }
}
