// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import java.util.List;

/** The stateful session bean of the test. */
public interface Cart {
  void add(String item);

  /** The items, then whether the bean was activated on the node that answers. */
  List<String> items();

  void checkOut();
}
