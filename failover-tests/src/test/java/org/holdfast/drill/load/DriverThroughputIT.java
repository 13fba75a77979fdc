// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How many requests a second does the driver carry, and what CPU does one cost it? 100 users
 * without think time against a server in another process that answers a constant. Prints; asserts
 * only that something was measured. {@code mvn -Pnightly -pl failover-tests -am verify
 * -Dit.test=DriverThroughputIT}
 */
@Timeout(60)
class DriverThroughputIT {
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration MEASURED = Duration.ofSeconds(3);

  @Test
  @Tag("nightly")
  void printsRequestsPerSecondAndCpuPerRequest() throws Exception {
    Process server =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp",
                System.getProperty("java.class.path"),
                ConstantServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    LoadRecorder recorder = new LoadRecorder("warm-up");
    try {
      int port = Integer.parseInt(server.inputReader(StandardCharsets.US_ASCII).readLine());
      LoadSettings settings =
          new LoadSettings(
              100,
              "/counter",
              new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ZERO),
              Duration.ofSeconds(5),
              Duration.ofMillis(50),
              1,
              0,
              0);
      try (LoadDriver driver =
          new LoadDriver(
              settings,
              List.of(new Target("a", new InetSocketAddress("127.0.0.1", port))),
              GrizzlyHttpEngine.start(1),
              recorder)) {
        driver.start(Duration.ofMillis(200));
        TimeUnit.NANOSECONDS.sleep(WARM_UP.toNanos());
        recorder.enter("measured");
        long cpu = cpuNanos();
        TimeUnit.NANOSECONDS.sleep(MEASURED.toNanos());
        PhaseFigures figures = recorder.currentFigures();
        cpu = cpuNanos() - cpu;
        System.out.printf(
            Locale.ROOT,
            "driver: %.0f requests/s, %.1f us of CPU each, 100 users, no think time, %d failures%n",
            figures.answersPerSecond(),
            cpu / 1e3 / figures.answers(),
            figures.totalFailures());
        assertThat(figures.answers()).isPositive();
      }
    } finally {
      server.destroyForcibly();
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Answers every read with the same line; ends with its parent. */
  static final class ConstantServer {
    private ConstantServer() {}

    public static void main(String[] args) throws Exception {
      String body = "counter=1 session=ab12 node=a new=true";
      byte[] answer =
          ("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
              .getBytes(StandardCharsets.US_ASCII);
      TCPNIOTransport transport =
          TCPNIOTransportBuilder.newInstance()
              .setIOStrategy(SameThreadIOStrategy.getInstance())
              .setSelectorRunnersCount(1)
              .build();
      transport.setProcessor(
          FilterChainBuilder.stateless()
              .add(new TransportFilter())
              .add(
                  new BaseFilter() {
                    @Override
                    public NextAction handleRead(FilterChainContext context) {
                      context.write(Buffers.wrap(null, answer.clone()));
                      return context.getStopAction();
                    }
                  })
              .build());
      System.out.println(
          ((InetSocketAddress) transport.bind("127.0.0.1", 0, 200).getLocalAddress()).getPort());
      transport.start();
      while (System.in.read() >= 0) {
        // serves until the process that started this one ends
      }
      transport.shutdownNow();
    }
  }
}
