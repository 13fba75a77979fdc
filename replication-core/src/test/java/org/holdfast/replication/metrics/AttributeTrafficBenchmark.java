// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does counting add to each {@code getAttribute}, and to each attribute of a commit? And does
 * it allocate?
 *
 * <pre>
 * mvn -Pbench -pl replication-core test-compile exec:exec -Dbench=AttributeTraffic "-Dbench.args=-prof gc"
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@Threads(2)
public class AttributeTrafficBenchmark {
  private final AttributeTraffic traffic = new AttributeTraffic("test", "node-1", "shop");

  /** Forty names, as an application with many attributes has them. */
  @Setup
  public void fill() {
    for (int i = 0; i < 40; i++) {
      traffic.read("profile." + i);
    }
  }

  @Benchmark
  public void read() {
    traffic.read("profile.7");
  }

  @Benchmark
  public void changed() {
    traffic.changed("profile.7", 1_024, 1_024, false, false);
  }

  @Benchmark
  public void foundUnchanged() {
    traffic.foundUnchanged("profile.7");
  }
}
