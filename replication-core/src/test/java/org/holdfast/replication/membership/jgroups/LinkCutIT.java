// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack.Position;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three members, of which the coordinator and another one cannot reach each other for a while. */
@Timeout(60)
class LinkCutIT {
  private static final FailureDetection FAST =
      new FailureDetection(Duration.ofMillis(500), Duration.ofMillis(100), Duration.ofMillis(50));

  private static final Duration BOUND = Duration.ofSeconds(10);

  private final int port = MemberUnderTest.freePorts(Discovery.LOCAL_PORTS);
  private final Cuttable coordinator = new Cuttable("a");
  private final Cuttable second = new Cuttable("b");
  private final Cuttable third = new Cuttable("c");
  private final List<Cuttable> all = List.of(coordinator, second, third);

  @AfterEach
  void close() {
    third.channel.close();
    second.channel.close();
    coordinator.channel.close();
  }

  /** Both ends make a view without each other and with the third, which is in one of them. */
  @Test
  void takesTheThirdFromNobody_andUnitesAllSoonAfterTheHeal() throws Exception {
    for (Cuttable member : all) {
      member.channel.connect("holdfast/shop");
    }
    await("all").atMost(BOUND).until(this::areUnited);

    coordinator.hears(second, false);
    second.hears(coordinator, false);
    await("view without the second").atMost(BOUND).until(() -> !coordinator.sees(second));
    await("view without the coordinator").atMost(BOUND).until(() -> !second.sees(coordinator));
    await("looks at each other's views")
        .atMost(BOUND)
        .until(() -> coordinator.partialMerges.get() + second.partialMerges.get() > 1);

    assertThat(coordinator.merges.get() + second.merges.get()).as("merges").isZero();
    coordinator.hears(second, true);
    second.hears(coordinator, true);
    await("all again").atMost(Duration.ofSeconds(5)).until(this::areUnited);
  }

  private boolean areUnited() {
    return all.stream().map(one -> one.channel.view()).distinct().count() == 1
        && coordinator.channel.view().size() == all.size();
  }

  /** A member that can be kept from hearing others, while its connections to them stay open. */
  private final class Cuttable {
    private final JChannel channel;
    private final DISCARD cut = new DISCARD();

    /** Merges that MERGE3 has asked for without the coordinator of one of the views. */
    private final AtomicInteger partialMerges = new AtomicInteger();

    /** Merges that GMS was asked for. */
    private final AtomicInteger merges = new AtomicInteger();

    Cuttable(String name) {
      MembershipSettings settings =
          MembershipSettings.of(
                  "shop",
                  MemberUnderTest.HOST,
                  port,
                  Discovery.local(),
                  new Member(name, 1, "h", 9_000))
              .withFailureDetection(FAST);
      try {
        channel =
            ProtocolStack.open(settings, MemberUnderTest.streams(settings), Duration.ofMillis(600));
        channel.setName(name);
        var stack = channel.getProtocolStack();
        stack.insertProtocol(cut, Position.ABOVE, StreamTransport.class);
        stack.insertProtocol(new Spy(this::countPartial), Position.ABOVE, Reunion.class);
        stack.insertProtocol(new Spy(views -> merges.incrementAndGet()), Position.BELOW, GMS.class);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    private void countPartial(Map<Address, View> views) {
      if (views.values().stream().anyMatch(view -> !views.containsKey(view.getCreator()))) {
        partialMerges.incrementAndGet();
      }
    }

    private Address address() {
      return channel.getAddress();
    }

    boolean sees(Cuttable other) {
      return channel.view().containsMember(other.address());
    }

    void hears(Cuttable other, boolean whether) {
      if (whether) {
        cut.removeIgnoredMember(other.address());
      } else {
        cut.addIgnoreMember(other.address());
      }
    }
  }

  /** Sees merges that are asked for on their way up. */
  private static final class Spy extends Protocol {
    private final Consumer<Map<Address, View>> seen;

    Spy(Consumer<Map<Address, View>> seen) {
      this.seen = seen;
      setId((short) 2_000);
    }

    @Override
    public Object up(Event event) {
      if (event.getType() == Event.MERGE) {
        Map<Address, View> views = event.getArg();
        seen.accept(views);
      }
      return up_prot.up(event);
    }
  }
}
