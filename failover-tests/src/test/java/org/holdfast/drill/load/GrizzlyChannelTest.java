/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
