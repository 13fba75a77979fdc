// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import io.undertow.security.api.AuthenticatedSessionManager.AuthenticatedSession;
import io.undertow.security.idm.Account;
import io.undertow.servlet.util.SavedRequest;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values that Undertow's form login keeps in a session, as lists that any codec can replicate.
 * They are a user by name and roles, and the request that the login interrupted. Passwords are not
 * kept.
 */
final class UndertowValues {
  private static final Logger log = LoggerFactory.getLogger(UndertowValues.class);
  private static final String LOGIN = "\0holdfast.login";
  private static final String REQUEST = "\0holdfast.request";

  private UndertowValues() {}

  /**
   * A user without the data that only its node knows.
   *
   * @param user the user, of whom only the name is known
   */
  private record NamedAccount(NamedUser user, Set<String> roles) implements Account {
    @Override
    public Principal getPrincipal() {
      return user;
    }

    @Override
    public Set<String> getRoles() {
      return roles;
    }
  }

  private record NamedUser(String name) implements Principal, java.io.Serializable {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * Encodes a value that needs another form, and returns any other value itself; returns null if
   * the value cannot be kept.
   */
  static @Nullable Object encode(Object value) {
    if (value instanceof AuthenticatedSession login) {
      Account account = login.getAccount();
      return list(
          LOGIN,
          login.getMechanism(),
          account.getPrincipal().getName(),
          new ArrayList<>(account.getRoles()));
    }
    return value instanceof SavedRequest request ? encode(request) : value;
  }

  private static @Nullable Object encode(SavedRequest request) {
    try {
      byte[] buffer = (byte[]) ContainerObjects.field(request, "data");
      byte[] body = Arrays.copyOf(buffer, (int) ContainerObjects.field(request, "dataLength"));
      Map<String, List<String>> headers = new HashMap<>();
      ((Map<?, ?>) ContainerObjects.field(request, "headerMap"))
          .forEach((name, values) -> headers.put(name.toString(), texts(values)));
      headers.keySet().removeIf(Headers.AUTHORIZATION_STRING::equalsIgnoreCase);
      return list(
          REQUEST,
          body,
          ContainerObjects.field(request, "method").toString(),
          ContainerObjects.field(request, "requestPath"),
          headers);
    } catch (ReflectiveOperationException e) {
      log.warn(
          "the form that a client posted before its login is lost: Holdfast cannot read it in this"
              + " version of Undertow",
          e);
      return null;
    }
  }

  private static List<Object> list(Object... parts) {
    return new ArrayList<>(List.of(parts));
  }

  private static List<String> texts(Object list) {
    return ((List<?>) list)
        .stream().map(String.class::cast).collect(Collectors.toCollection(ArrayList::new));
  }

  /** Decodes a value that {@link #encode} returned. */
  static @Nullable Object decode(@Nullable Object stored) {
    if (!(stored instanceof List<?> parts) || parts.isEmpty()) {
      return stored;
    }
    if (LOGIN.equals(parts.get(0)) && parts.size() == 4) {
      Account account =
          new NamedAccount(new NamedUser((String) parts.get(2)), Set.copyOf(texts(parts.get(3))));
      // Applications may compare the type of the login by identity (Servlet API).
      return new AuthenticatedSession(account, ((String) parts.get(1)).intern());
    }
    if (REQUEST.equals(parts.get(0)) && parts.size() == 5) {
      byte[] body = (byte[]) parts.get(1);
      HeaderMap headers = new HeaderMap();
      ((Map<?, ?>) parts.get(4))
          .forEach((name, values) -> headers.addAll(new HttpString((String) name), texts(values)));
      return new SavedRequest(
          body, body.length, new HttpString((String) parts.get(2)), (String) parts.get(3), headers);
    }
    return stored;
  }
}
