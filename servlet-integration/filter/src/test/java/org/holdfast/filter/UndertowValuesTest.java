// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.undertow.security.api.AuthenticatedSessionManager.AuthenticatedSession;
import io.undertow.security.idm.Account;
import io.undertow.servlet.util.SavedRequest;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UndertowValuesTest {
  /** Has more than a name, which no other node needs to know. */
  private record Customer(String getName, String secret) implements Principal {}

  private record Known(Customer getPrincipal, Set<String> getRoles) implements Account {}

  @Test
  void keepNameRolesAndMethodOfALogin_andNothingElseOfTheUser() {
    Known account = new Known(new Customer("alice", "wonderland"), Set.of("customer", "friend"));

    Object encoded = UndertowValues.encode(new AuthenticatedSession(account, "FORM"));

    assertThat(String.valueOf(encoded)).contains("alice").doesNotContain("wonderland");
    AuthenticatedSession decoded = (AuthenticatedSession) UndertowValues.decode(encoded);
    assertThat(decoded.getMechanism()).isSameAs("FORM");
    assertThat(decoded.getAccount().getPrincipal().getName()).isEqualTo("alice");
    assertThat(decoded.getAccount().getRoles()).containsExactlyInAnyOrder("customer", "friend");
  }

  @Test
  void keepARequestWithItsBody_withoutItsPasswordAndTheRestOfTheBuffer() throws Exception {
    HeaderMap headers = new HeaderMap();
    headers.add(Headers.AUTHORIZATION, "Basic d29uZGVybGFuZA==");
    headers.add(Headers.CONTENT_TYPE, "text/plain");
    headers.add(Headers.ACCEPT, "text/html").add(Headers.ACCEPT, "text/plain");
    byte[] buffer = "7 teas and what was there before".getBytes(US_ASCII);

    Object encoded =
        UndertowValues.encode(
            new SavedRequest(buffer, 6, new HttpString("POST"), "/order", headers));
    Object decoded = UndertowValues.decode(encoded);

    assertThat(decoded).isInstanceOf(SavedRequest.class);
    assertThat((byte[]) ContainerObjects.field(decoded, "data"))
        .isEqualTo("7 teas".getBytes(US_ASCII));
    assertThat(ContainerObjects.field(decoded, "dataLength")).isEqualTo(6);
    assertThat(ContainerObjects.field(decoded, "method")).hasToString("POST");
    assertThat(ContainerObjects.field(decoded, "requestPath")).isEqualTo("/order");
    assertThat(ContainerObjects.field(decoded, "headerMap"))
        .isEqualTo(
            Map.of(
                Headers.CONTENT_TYPE,
                List.of("text/plain"),
                Headers.ACCEPT,
                List.of("text/html", "text/plain")));
  }

  @Test
  void stayAsTheyAre_whereAnyCodecTakesThem() {
    assertThat(UndertowValues.decode(UndertowValues.encode("/private/who")))
        .isEqualTo("/private/who");
    assertThat(UndertowValues.decode(UndertowValues.encode(120))).isEqualTo(120);
    assertThat(UndertowValues.decode(null)).isNull();
  }
}
