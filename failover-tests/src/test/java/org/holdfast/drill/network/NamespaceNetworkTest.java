// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespaceNetworkTest {
  @Test
  void needsIp() {
    assertThat(NamespaceNetwork.lacks(false, status("000001ffffffffff")))
        .hasValueSatisfying(why -> assertThat(why).contains("need ip, which").contains("iproute2"));
  }

  @ParameterizedTest
  @CsvSource({
    "000001ffffffffff, true",
    "0000000000201000, true",
    "0000000000200000, false",
    "0000000000001000, false",
    "0000000000000000, false"
  })
  void needsTheRightsOfRoot(String rights, boolean enough) {
    assertThat(NamespaceNetwork.lacks(true, status(rights)).isEmpty()).isEqualTo(enough);
  }

  private static List<String> status(String rights) {
    return List.of("Name:\tjava", "CapPrm:\t000001ffffffffff", "CapEff:\t" + rights);
  }
}
