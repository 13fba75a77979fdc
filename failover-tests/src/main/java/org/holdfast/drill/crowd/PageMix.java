// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import java.util.List;
import java.util.SplittableRandom;

/** Draws pages in proportion to their weights. Immutable. */
final class PageMix {
  private final List<Page> pages;
  private final int total;

  PageMix(List<Page> pages) {
    this.pages = List.copyOf(pages);
    this.total = pages.stream().mapToInt(Page::weight).reduce(0, Math::addExact);
  }

  /** Whether every request is the same, so that what it counts can be followed. */
  boolean isSingle() {
    return pages.size() == 1;
  }

  Page draw(SplittableRandom random) {
    if (isSingle()) {
      return pages.get(0);
    }
    int left = random.nextInt(total);
    for (Page page : pages) {
      left -= page.weight();
      if (left < 0) {
        return page;
      }
    }
    throw new AssertionError("weights add up to " + total + ", more than " + pages);
  }
}
