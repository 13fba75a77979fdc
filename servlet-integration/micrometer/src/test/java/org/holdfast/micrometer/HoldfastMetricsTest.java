// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.holdfast.replication.metrics.AttributeTraffic;
import org.holdfast.replication.node.ReplicationStatistics;
import org.junit.jupiter.api.Test;

/** The figures that registries read of a node, which is invented here. */
class HoldfastMetricsTest {
  private static final Duration NEXT_LOOK = Duration.ofSeconds(1);

  private final MockClock clock = new MockClock();
  private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final Map<String, Long> counters = new LinkedHashMap<>(Map.of("bytesSent", 5L));
  private final List<AttributeTraffic> applications = new ArrayList<>();
  private final AttributeTraffic shop = application("shop");
  private final HoldfastMetrics metrics =
      new HoldfastMetrics(this::statistics, () -> List.copyOf(applications), "test", "node-1");
  private boolean plaintext = true;
  private int looks;

  private AttributeTraffic application(String name) {
    AttributeTraffic traffic = new AttributeTraffic("test", "node-1", name);
    applications.add(traffic);
    return traffic;
  }

  private ReplicationStatistics statistics() {
    looks++;
    return new ReplicationStatistics(3, true, 10, 11, 2, 1_500, plaintext, Map.copyOf(counters));
  }

  private double count(String name, String... tags) {
    return registry
        .get(name)
        .tags("cluster", "test", "member", "node-1")
        .tags(tags)
        .functionCounter()
        .count();
  }

  private double gauge(String name, String... tags) {
    return registry
        .get(name)
        .tags("cluster", "test", "member", "node-1")
        .tags(tags)
        .gauge()
        .value();
  }

  @Test
  void tellsTheFiguresOfTheNode_asTheyAreNow() {
    metrics.bindTo(registry);
    assertThat(count("holdfast.sent.bytes")).isEqualTo(5);
    assertThat(registry.get("holdfast.sent.bytes").meter().getId().getBaseUnit())
        .isEqualTo("bytes");
    assertThat(gauge("holdfast.primary.sessions")).isEqualTo(10);
    assertThat(gauge("holdfast.secondary.sessions")).isEqualTo(11);
    assertThat(gauge("holdfast.degraded.sessions")).isEqualTo(2);
    assertThat(gauge("holdfast.settled")).isEqualTo(1);
    assertThat(gauge("holdfast.view.number")).isEqualTo(3);
    assertThat(gauge("holdfast.longest.lag")).isEqualTo(1.5);

    assertThat(gauge("holdfast.plaintext.allowed")).isEqualTo(1);

    counters.put("bytesSent", 70L);
    plaintext = false;
    clock.add(NEXT_LOOK);

    assertThat(count("holdfast.sent.bytes")).isEqualTo(70);
    assertThat(gauge("holdfast.plaintext.allowed")).isZero();
  }

  @Test
  void looksOnce_howeverManyMetersAreRead() {
    shop.changed("tree", 71, 80, true, false);
    metrics.bindTo(registry);
    looks = 0;
    clock.add(NEXT_LOOK);

    registry.getMeters().forEach(meter -> meter.measure().forEach(each -> each.getValue()));

    assertThat(looks).isEqualTo(1);
  }

  @Test
  void tellsTheFiguresOfEachAttribute() {
    shop.changed("tree", 71, 80, true, false);
    shop.changed("cart", 29, 29, false, false);
    shop.removed("cart");
    shop.read("cart");
    shop.foundUnchanged("cart");
    metrics.bindTo(registry);

    String[] tree = {"application", "shop", "attribute", "tree"};
    String[] cart = {"application", "shop", "attribute", "cart"};
    assertThat(count("holdfast.attribute.sent.bytes", tree)).isEqualTo(71);
    assertThat(count("holdfast.attribute.changes", tree)).isEqualTo(1);
    assertThat(count("holdfast.attribute.patches", tree)).isEqualTo(1);
    assertThat(count("holdfast.attribute.removals", cart)).isEqualTo(1);
    assertThat(count("holdfast.attribute.reads", cart)).isEqualTo(1);
    assertThat(count("holdfast.attribute.unchanged.encodings", cart)).isEqualTo(1);
    assertThat(gauge("holdfast.attribute.newest.bytes", tree)).isEqualTo(80);
    assertThat(gauge("holdfast.attribute.largest.bytes", tree)).isEqualTo(80);
    assertThat(gauge("holdfast.attribute.share", tree)).isEqualTo(0.71);
    assertThat(gauge("holdfast.attribute.never.read", tree)).isEqualTo(1);
    assertThat(gauge("holdfast.attribute.never.read", cart)).isZero();
  }

  @Test
  void tellsOfAnAttribute_asItComesUp() {
    metrics.bindTo(registry);
    AttributeTraffic later = application("later");
    later.changed("tree", 71, 80, false, false);
    assertThat(registry.find("holdfast.attribute.changes").meters()).isEmpty();

    clock.add(NEXT_LOOK);
    gauge("holdfast.settled");

    assertThat(count("holdfast.attribute.changes", "application", "later")).isEqualTo(1);
  }

  @Test
  void keepsToTheBoundOfNames() {
    for (int i = 0; i < 1_500; i++) {
      shop.changed("user " + i, 1, 1, false, false);
    }
    metrics.bindTo(registry);

    assertThat(registry.find("holdfast.attribute.changes").meters()).hasSize(1_001);
    assertThat(count("holdfast.attribute.changes", "attribute", "(others)")).isEqualTo(500);
  }

  @Test
  void takesAllMetersAway_whenItIsClosed() {
    shop.changed("tree", 71, 80, false, false);
    metrics.bindTo(registry);
    assertThat(registry.getMeters()).isNotEmpty();

    metrics.close();

    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void canBeScrapedByPrometheus() {
    shop.changed("tr\nee", 71, 80, false, false);
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    metrics.bindTo(prometheus);

    assertThat(prometheus.scrape().lines())
        .contains(
            "holdfast_sent_bytes_total{cluster=\"test\",member=\"node-1\"} 5.0",
            "holdfast_primary_sessions{cluster=\"test\",member=\"node-1\"} 10.0",
            "holdfast_longest_lag_seconds{cluster=\"test\",member=\"node-1\"} 1.5",
            "holdfast_attribute_sent_bytes_total{application=\"shop\",attribute=\"tr\\nee\","
                + "cluster=\"test\",member=\"node-1\"} 71.0",
            "holdfast_attribute_share_ratio{application=\"shop\",attribute=\"tr\\nee\","
                + "cluster=\"test\",member=\"node-1\"} 1.0");
  }
}
