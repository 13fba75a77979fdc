// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import javax.management.ObjectName;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;

/**
 * A tool whose percentiles cost O(n) a request makes a server seem to get slower all the time. Ten
 * times the requests must cost the same each, and leave the same behind. What a list of answers
 * costs shows as bytes, which are counted; what walking through one costs shows as CPU time of this
 * thread, which other work on the machine hardly changes, so that three times is far from ten.
 */
class CostPerRequestTest {
  private static final int USERS = 20;

  /** Ten times the requests of one run are 180,000: a reference for each would be 720,000 bytes. */
  private static final double SECONDS = 100;

  private static final double MOST_CPU = 3;
  private static final long MOST_LEFT = 200_000;

  private record Cost(
      long requests, double garbageBytesPerRequest, double cpuNanosPerRequest, long bytesLeft) {}

  @Test
  void costsTheSameAndLeavesTheSameBehind_whenARunIsTenTimesAsLong() throws Exception {
    Cost unused = cost(SECONDS); // classes are loaded, code is compiled

    Cost once = cost(SECONDS);
    Cost tenTimes = cost(10 * SECONDS);

    assertThat(tenTimes.requests).isCloseTo(10 * once.requests, within(once.requests / 20));
    assertThat(tenTimes.garbageBytesPerRequest)
        .isLessThanOrEqualTo(1.2 * once.garbageBytesPerRequest);
    // A recorder that costs O(n) a request, or keeps a reference for each, does so each time. A
    // busy machine
    // does not, nor do objects that other threads of the JVM make meanwhile.
    double cpu = tenTimes.cpuNanosPerRequest;
    long left = tenTimes.bytesLeft - once.bytesLeft;
    for (int tries = 1;
        tries < 3 && (cpu > MOST_CPU * once.cpuNanosPerRequest || left >= MOST_LEFT);
        tries++) {
      Cost again = cost(10 * SECONDS);
      cpu = Math.min(cpu, again.cpuNanosPerRequest);
      left = Math.min(left, again.bytesLeft - once.bytesLeft);
    }
    assertThat(cpu).isLessThanOrEqualTo(MOST_CPU * once.cpuNanosPerRequest);
    assertThat(left).isLessThan(MOST_LEFT);
  }

  private static Cost cost(double seconds) throws Exception {
    VirtualWorld world = new VirtualWorld();
    CrowdRecorder recorder = new CrowdRecorder(world::now, "test");
    Target a =
        world.open(
            "a",
            1,
            (line, target, cookie, body) ->
                // Responses scatter over a second, so that an exact list would be a long one.
                line.answer(
                    Math.floorMod(world.now() * 7_919, 1_000_000_007L) % 10_000 / 100.0,
                    VirtualWorld.ok("hello", "JSESSIONID=S1.a")));
    Crowd crowd =
        world.crowd(
            new CrowdPlan(
                USERS,
                List.of(new Page("/", RequestBody.NONE, 1)),
                new ThinkTime(ThinkTime.Distribution.EXPONENTIAL, Duration.ofMillis(50)),
                ThinkFrom.RESPONSE,
                0,
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                "JSESSIONID",
                1),
            List.of(a),
            recorder);
    crowd.start(Duration.ZERO);
    long before = allocatedBytes();
    long cpuBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    world.run(seconds);
    long cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBefore;
    long garbage = allocatedBytes() - before;
    world.forgetTimeouts();
    long left = liveBytes();
    CrowdFigures figures = recorder.currentFigures();
    assertThat(figures.fromDueMicros().getValueAtPercentile(90)).isPositive();
    crowd.close();
    double answers = figures.answers();
    return new Cost(figures.answers(), garbage / answers, cpuNanos / answers, left);
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Bytes of all objects that are reachable, by the JVM's own count, of classes a driver keeps. */
  private static long liveBytes() throws Exception {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    return histogram
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(columns -> columns.length >= 4 && columns[0].matches("\\d+:"))
        .filter(columns -> !columns[3].startsWith("java.lang.invoke"))
        .mapToLong(columns -> Long.parseLong(columns[2]))
        .sum();
  }
}
