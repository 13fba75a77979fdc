// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrizzlyChannelTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1:82",
    "::1, [0:0:0:0:0:0:0:1]:82",
    "fe80::1%1, [fe80:0:0:0:0:0:0:1]:82"
  })
  void namesTheHostAsHttpWantsIt(String address, String header) throws Exception {
    InetSocketAddress target = new InetSocketAddress(InetAddress.getByName(address), 82);

    assertThat(GrizzlyChannel.hostHeader(target)).isEqualTo(header);
  }
}
