// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.logging.RareLines;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.metrics.ReplicationMetrics.Counter;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.replication.serialization.UnserializableAttributeException.Reason;
import org.holdfast.replication.session.attributes.HeldBack;
import org.junit.jupiter.api.Test;

/** The log lines about attributes that commits could not send. */
class HeldBackReportTest {
  private final List<String> lines = new ArrayList<>();
  private final ReplicationMetrics metrics = new ReplicationMetrics();
  private final AtomicLong now = new AtomicLong();
  private final HeldBackReport report = new HeldBackReport("/shop", metrics, now::get, lines::add);

  private Map<String, String> add(String name, String culprit, long version) {
    UnserializableAttributeException problem =
        new UnserializableAttributeException(
            name + "[secret] holds a " + culprit,
            Reason.REFUSED,
            culprit,
            culprit.equals("shop.Item") ? null : "Cart.items[*].worker",
            new Exception());
    return report.add("#5f2c9a01", List.of(new HeldBack(name, problem, version)), Map.of());
  }

  @Test
  void namesReasonAndConsequence_onceForEachAttributeAndClass() {
    add("cart", "java.lang.Thread", 12);
    add("cart", "java.lang.Thread", 12);
    add("cart", "shop.Item", 0);
    add("wishes", "shop.Item", HeldBack.NOTHING);

    assertThat(metrics.value(Counter.ATTRIBUTES_HELD_BACK)).isEqualTo(4);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0))
        .contains("#5f2c9a01", "\"/shop\"")
        .contains("\"cart\" holds an object of class java.lang.Thread at Cart.items[*].worker that")
        .doesNotContain("secret")
        .contains("other nodes keep the value of version 12 until a commit can send it");
    assertThat(lines.get(1))
        .contains("holds an object of class shop.Item that cannot be encoded")
        .contains("keep the value with which the session came here");
    assertThat(lines.get(2)).contains("have no value of it");
  }

  @Test
  void saysThatACommitSendsItAgain_andThenLogsItAnew_onceAMinute() {
    Map<String, String> before = add("cart", "shop.Item", 3);
    assertThat(report.add("#5f2c9a01", List.of(), before)).isEmpty();
    assertThat(lines)
        .last()
        .isEqualTo(
            "attribute \"cart\" of session #5f2c9a01 of application \"/shop\" is replicated again");

    report.add("#5f2c9a01", List.of(), add("cart", "shop.Item", 4));
    assertThat(lines).as("within the minute").hasSize(2);

    now.set(RareLines.INTERVAL_NANOS);
    add("cart", "shop.Item", 5);
    assertThat(lines).hasSize(3).last().asString().contains("version 5", "and 1 more");
  }
}
