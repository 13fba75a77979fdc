// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SavedRequest;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.tomcat.util.buf.ByteChunk;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.junit.jupiter.api.Test;

class ReplicatedLoginTest {
  private final Map<String, Object> attributes = new HashMap<>();
  private final ReplicatedLogin here = new ReplicatedLogin(attributes);

  private ReplicatedLogin elsewhere() {
    return new ReplicatedLogin(attributes);
  }

  @Test
  void isNobody_untilSomebodyLogsIn() {
    assertThat(elsewhere().state()).isEqualTo(new LoginState(null, null));
  }

  @Test
  void isTheSameElsewhere_byNameAndRolesAndMethod() {
    here.setAuthType("FORM");
    here.setPrincipal(
        new GenericPrincipal(
            "alice", List.of("customer", "auditor"), null, null, null, Map.of("mail", "a@b")));

    LoginState there = elsewhere().state();

    assertThat(there.authType()).isEqualTo("FORM");
    GenericPrincipal principal = (GenericPrincipal) there.principal();
    assertThat(principal.getName()).isEqualTo("alice");
    assertThat(principal.getUserPrincipal()).isSameAs(principal);
    assertThat(principal.hasRole("auditor")).isTrue();
    assertThat(principal.hasRole("admin")).isFalse();
    assertThat(principal.getAttribute("mail")).isEqualTo("a@b");
  }

  @Test
  void isKeptAsItIs_whenItIsOfAnotherClass() {
    Principal own = () -> "bob";
    here.setPrincipal(own);
    here.setAuthType("OWN");

    assertThat(elsewhere().state()).isEqualTo(new LoginState("OWN", own));
  }

  @Test
  void isNobodyElsewhere_onceLoggedOut() {
    here.setPrincipal(new GenericPrincipal("alice", List.of()));
    here.setPrincipal(null);

    assertThat(elsewhere().state().principal()).isNull();
    assertThat(attributes).isEmpty();
  }

  @Test
  void staysHere_whenItCannotBeReplicated() {
    Map<String, Object> refusing =
        new HashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          public Object put(String name, Object value) {
            throw new UnserializableAttributeException(name + " is refused");
          }
        };
    ReplicatedLogin login = new ReplicatedLogin(refusing);

    login.setPrincipal(new GenericPrincipal("alice", List.of()));

    assertThat(login.state().principal()).isNotNull();
    assertThat(refusing).isEmpty();
  }

  @Test
  void knowsTheFormById_whicheverRouteTheClientSends() {
    here.setNote(Constants.SESSION_ID_NOTE, "abc.node-1");

    assertThat(elsewhere().formId("abc.node-2")).isEqualTo("abc.node-2");
    assertThat(elsewhere().formId("other~abc.node-2")).isEqualTo("other~abc.node-2");
    assertThat(elsewhere().formId("abd.node-1")).isEqualTo("abc");
    assertThat(elsewhere().formId(null)).isEqualTo("abc");
    elsewhere().removeNote(Constants.SESSION_ID_NOTE);
    assertThat(here.formId("abc.node-1")).isNull();
  }

  @Test
  void savesTheRequestThatTheFormInterrupted() throws IOException {
    SavedRequest request = new SavedRequest();
    request.setMethod("POST");
    request.setRequestURI("/a%20b");
    request.setDecodedRequestURI("/a b");
    request.setQueryString("q=1");
    request.setContentType("text/plain");
    request.setOriginalMaxInactiveInterval(1_800);
    request.addCookie(new Cookie("colour", "green"));
    request.addHeader("X-One", "1");
    request.addHeader("X-One", "2");
    request.addLocale(Locale.CANADA_FRENCH);
    ByteChunk body = new ByteChunk();
    body.append("order=7".getBytes(StandardCharsets.US_ASCII), 0, 7);
    request.setBody(body);
    here.setNote(Constants.FORM_REQUEST_NOTE, request);

    SavedRequest there = elsewhere().savedRequest();

    assertThat(there.getMethod()).isEqualTo("POST");
    assertThat(there.getRequestURI()).isEqualTo("/a%20b");
    assertThat(there.getDecodedRequestURI()).isEqualTo("/a b");
    assertThat(there.getQueryString()).isEqualTo("q=1");
    assertThat(there.getContentType()).isEqualTo("text/plain");
    assertThat(there.getOriginalMaxInactiveIntervalOptional()).isEqualTo(1_800);
    assertThat(there.getCookies())
        .toIterable()
        .extracting(Cookie::getName, Cookie::getValue)
        .containsExactly(tuple("colour", "green"));
    assertThat(there.getHeaderValues("X-One")).toIterable().containsExactly("1", "2");
    assertThat(there.getLocales()).toIterable().containsExactly(Locale.CANADA_FRENCH);
    assertThat(there.getBody()).hasToString("order=7");
  }

  @Test
  void savesARequestWithNothingInIt() {
    here.setNote(Constants.FORM_REQUEST_NOTE, new SavedRequest());

    SavedRequest there = elsewhere().savedRequest();

    assertThat(there.getMethod()).isNull();
    assertThat(there.getBody()).isNull();
    assertThat(there.getOriginalMaxInactiveIntervalOptional()).isNull();
  }
}
