// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds stages as a driver would report them: two nodes with one core, all well unless said. */
final class Stages {
  private int users = 100;
  private double throughput = 100;
  private double mean = 0.01;
  private double percentile = 0.02;
  private double[] cpu = {0.3, 0.3};
  private double cores = 1;
  private long lost;
  private long failed;
  private @Nullable Double gc;
  private @Nullable Double switches;
  private @Nullable Double runQueue;
  private @Nullable Double bytes;
  private @Nullable Double ackWait;
  private String threads = "";

  static Stages users(int users) {
    Stages stage = new Stages();
    stage.users = users;
    return stage;
  }

  Stages throughput(double perSecond) {
    throughput = perSecond;
    return this;
  }

  Stages response(double meanSeconds, double percentileSeconds) {
    mean = meanSeconds;
    percentile = percentileSeconds;
    return this;
  }

  Stages cpu(double... shares) {
    cpu = shares;
    return this;
  }

  Stages cores(double each) {
    cores = each;
    return this;
  }

  Stages lost(long updates) {
    lost = updates;
    return this;
  }

  Stages failed(long requests) {
    failed = requests;
    return this;
  }

  Stages gc(double share) {
    gc = share;
    return this;
  }

  Stages switches(double perSecond) {
    switches = perSecond;
    return this;
  }

  Stages runQueue(double length) {
    runQueue = length;
    return this;
  }

  Stages bytes(double perRequest) {
    bytes = perRequest;
    return this;
  }

  Stages ackWait(double seconds) {
    ackWait = seconds;
    return this;
  }

  Stages threads(String summary) {
    threads = summary;
    return this;
  }

  StageResult build() {
    List<NodeUsage> nodes = new ArrayList<>();
    for (double share : cpu) {
      nodes.add(new NodeUsage("node-" + (nodes.size() + 1), cores, share, gc, switches, runQueue));
    }
    return new StageResult(
        users,
        throughput,
        mean,
        percentile,
        nodes,
        lost,
        failed,
        List.of(),
        bytes,
        ackWait,
        threads);
  }
}
