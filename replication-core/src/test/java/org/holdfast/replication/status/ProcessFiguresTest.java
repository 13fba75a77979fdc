// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessFiguresTest {
  @Test
  void countsNoTimeOfCollectorsThatRunBesideTheApplication() {
    assertThat(
            ProcessFigures.pauseMillis(
                List.of(collector("ZGC Cycles", 5_000), collector("ZGC Pauses", 12))))
        .isEqualTo(12);
    assertThat(
            ProcessFigures.pauseMillis(
                List.of(collector("Shenandoah Cycles", 700), collector("Shenandoah Pauses", 3))))
        .isEqualTo(3);
  }

  @Test
  void addsUpAllOthers_butThoseThatDoNotTell() {
    assertThat(
            ProcessFigures.pauseMillis(
                List.of(
                    collector("G1 Young Generation", 40),
                    collector("G1 Old Generation", 2),
                    collector("Silent", -1))))
        .isEqualTo(42);
  }

  private static GarbageCollectorMXBean collector(String name, long millis) {
    return (GarbageCollectorMXBean)
        Proxy.newProxyInstance(
            ProcessFiguresTest.class.getClassLoader(),
            new Class<?>[] {GarbageCollectorMXBean.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getName" -> name;
                  case "getCollectionTime" -> millis;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
