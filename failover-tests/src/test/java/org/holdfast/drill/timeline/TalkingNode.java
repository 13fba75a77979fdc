// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.holdfast.drill.cluster.ClusterNode;
import org.holdfast.drill.cluster.NodeStatus;
import org.jspecify.annotations.Nullable;

/** Says what it is told to, or hangs until it is interrupted. */
final class TalkingNode implements ClusterNode {
  private final String name;
  private final CountDownLatch released = new CountDownLatch(1);
  private volatile Optional<NodeStatus> says = Optional.empty();
  private volatile OptionalLong used = OptionalLong.empty();
  private volatile boolean hangs;
  private volatile @Nullable CountDownLatch asked;

  TalkingNode(String name) {
    this.name = name;
  }

  void says(long cpuMicros) {
    says = Optional.of(status(Map.of("cpuMicros", cpuMicros)));
  }

  void saysAll(Map<String, Long> counters) {
    says = Optional.of(status(counters));
  }

  void saysNothing() {
    says = Optional.empty();
  }

  /** What its engine counts, while it says nothing itself. */
  void used(long micros) {
    used = OptionalLong.of(micros);
  }

  void hangs() {
    hangs = true;
  }

  CountDownLatch askedTimes(int times) {
    CountDownLatch latch = new CountDownLatch(times);
    asked = latch;
    return latch;
  }

  private NodeStatus status(Map<String, Long> counters) {
    return new NodeStatus(name, 7, List.of("node-1", "node-2"), true, 20, 5, 3, counters);
  }

  @Override
  public OptionalLong cpuMicros() {
    return used;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public InetSocketAddress http() {
    return InetSocketAddress.createUnresolved("127.0.0.1", 1);
  }

  @Override
  public void kill() {
    throw new UnsupportedOperationException("who watches kills nobody");
  }

  @Override
  public boolean alive() {
    return true;
  }

  @Override
  public Optional<NodeStatus> status() {
    CountDownLatch latch = asked;
    if (latch != null) {
      latch.countDown();
    }
    if (hangs) {
      try {
        assertThat(released.await(20, TimeUnit.SECONDS)).as("ended by nobody").isFalse();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return Optional.empty();
    }
    return says;
  }
}
