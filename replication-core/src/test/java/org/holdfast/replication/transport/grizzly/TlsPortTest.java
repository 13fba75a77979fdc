// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.security.PeerSecurity;
import org.junit.jupiter.api.Test;

class TlsPortTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final Set<InetAddress> listed = new HashSet<>();
  private final ExpectedAddresses expected = new ExpectedAddresses(listed::contains, nanos::get);
  private final TlsPort port =
      new TlsPort(
          PeerSecurity.plaintext(Security.LOOPBACK),
          (connection, bytes) -> {},
          expected,
          nanos::get);

  @Test
  void admitsABurstOfHandshakesFromOneAddress_thenOneEachInterval() throws Exception {
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);
    assertThat(admitted("192.0.2.2", 1)).isOne();

    nanos.addAndGet(TlsPort.NANOS_EACH_OF_ONE_ADDRESS - 1);
    assertThat(admitted("192.0.2.1", 1)).isZero();
    nanos.incrementAndGet();
    assertThat(admitted("192.0.2.1", 2)).isOne();

    nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);
  }

  @Test
  void admitsAnyNumberOfHandshakes_thatProveTheirPeers() throws Exception {
    InetAddress address = InetAddress.getByName("192.0.2.1");
    for (int i = 0; i < 1_000; i++) {
      assertThat(port.admits(address)).isTrue();
      port.proven(address);
    }
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);
  }

  @Test
  void keepsRoomForMembers_whenStrangersUseUpTheirs() throws Exception {
    expected.onListed(Set.of(InetAddress.getByName("192.0.2.1")));
    int strangers = 0;
    for (int i = 2; i < 100; i++) {
      strangers += admitted("192.0.2." + i, 50);
    }

    assertThat(strangers).isEqualTo(TlsPort.BURST);
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);

    nanos.addAndGet(TlsPort.NANOS_EACH);
    assertThat(admitted("192.0.2.200", 2)).isOne();
  }

  /** As on one machine, or behind one address of a network. */
  @Test
  void admitsMoreHandshakes_whereMembersAndStrangersMayShareAnAddress() throws Exception {
    expected.onListed(Set.of(InetAddress.getByName("192.0.2.1")));
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);

    nanos.addAndGet(TlsPort.NANOS_EACH - 1);
    assertThat(admitted("192.0.2.1", 1)).isZero();
    nanos.incrementAndGet();
    assertThat(admitted("192.0.2.1", 2)).isOne();
    port.proven(InetAddress.getByName("192.0.2.1"));
    assertThat(admitted("192.0.2.1", 2)).isOne();
  }

  @Test
  void keepsRoomForANodeThatJoins_atAnAddressThatDiscoveryLists() throws Exception {
    listed.add(InetAddress.getByName("192.0.2.1"));
    useUpTheBudgetOfStrangers();

    assertThat(admitted("192.0.2.200", 1)).isZero();
    assertThat(admitted("192.0.2.1", 500)).isEqualTo(TlsPort.BURST_OF_ONE_ADDRESS);
  }

  @Test
  void keepsRoomForANodeThatRestarts_forAWhile() throws Exception {
    InetAddress stays = InetAddress.getByName("192.0.2.2");
    expected.onListed(Set.of(InetAddress.getByName("192.0.2.1"), stays));
    expected.onListed(Set.of(stays));
    nanos.addAndGet(ExpectedAddresses.FORMER_NANOS - 1);
    useUpTheBudgetOfStrangers();

    assertThat(admitted("192.0.2.1", 1)).isOne();
    nanos.incrementAndGet();
    assertThat(admitted("192.0.2.1", 1)).isZero();
    assertThat(admitted("192.0.2.2", 1)).isOne();
  }

  private void useUpTheBudgetOfStrangers() throws UnknownHostException {
    for (int i = 10; i < 100; i++) {
      admitted("192.0.2." + i, 50);
    }
  }

  private int admitted(String address, int times) throws UnknownHostException {
    int admitted = 0;
    for (int i = 0; i < times; i++) {
      admitted += port.admits(InetAddress.getByName(address)) ? 1 : 0;
    }
    return admitted;
  }
}
