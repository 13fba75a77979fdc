// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.holdfast.replication.serialization.MetObjects;
import org.junit.jupiter.api.Test;

class ReplacedObjectsTest {
  private final MetObjects met = new MetObjects();
  private final EnumSet<TimeUnit> replaced = EnumSet.of(TimeUnit.DAYS);

  /** As persistence frameworks have them. */
  private static final class LoadedWhenAsked extends AbstractList<Object> {
    private final List<Object> loaded;
    private int questions;

    LoadedWhenAsked(List<Object> loaded) {
      this.loaded = loaded;
    }

    @Override
    public Object get(int index) {
      questions++;
      return loaded.get(index);
    }

    @Override
    public int size() {
      questions++;
      return loaded.size();
    }
  }

  private static final class Basket extends ArrayList<Object> {
    private static final long serialVersionUID = 1L;
  }

  private int[] found(Object parent) {
    met.begin();
    new ReplacedObjects(met).partsOf(parent);
    return met.sorted();
  }

  @Test
  void findsThem_inCollectionsOfTheJdk_andInThoseThatBuildOnThem() {
    Basket basket = new Basket();
    basket.add(replaced);

    assertThat(found(basket)).containsExactly(System.identityHashCode(replaced));
    assertThat(found(new ArrayList<>(basket))).containsExactly(System.identityHashCode(replaced));
  }

  @Test
  void asksNoOtherCollection_forItsElements() {
    LoadedWhenAsked lazy = new LoadedWhenAsked(List.of(replaced));

    int[] unused = found(lazy);

    assertThat(lazy.questions).isZero();
  }
}
