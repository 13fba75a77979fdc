// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.security.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.security.auth.Subject;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.security.RolePrincipal;
import org.eclipse.jetty.security.UserIdentity;
import org.eclipse.jetty.security.UserPrincipal;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.util.Fields;

/**
 * The values that Jetty's authenticators keep in a session, as lists of texts that any codec can
 * replicate. They are a user by name and roles, and the request that a form login interrupted.
 * Passwords are not kept.
 */
final class LoginValues {
  private static final String JETTYS = "org.eclipse.jetty.security.";
  private static final String LOGIN = "\0holdfast.login";
  private static final String ADDRESS = "\0holdfast.address";
  private static final String FORM = "\0holdfast.form";
  private static final String FORM_READ = "\0holdfast.form.read";

  private LoginValues() {}

  /** Returns whether an attribute of that name is Jetty's own. */
  static boolean isJettys(String name) {
    return name.startsWith(JETTYS);
  }

  /** Encodes a value of Jetty's authenticators; returns any other value itself. */
  static Object encode(Object value) {
    if (value instanceof SessionAuthentication login) {
      return encode(login);
    }
    if (value instanceof HttpURI address) {
      return list(ADDRESS, address.asString());
    }
    if (value instanceof Fields fields) {
      return list(FORM, encode(fields));
    }
    if (value instanceof CompletableFuture<?> read
        && !read.isCompletedExceptionally()
        && read.getNow(null) instanceof Fields fields) {
      return list(FORM_READ, encode(fields));
    }
    return value;
  }

  private static List<Object> encode(SessionAuthentication login) {
    UserIdentity user = login.getUserIdentity();
    List<String> roles = new ArrayList<>();
    for (RolePrincipal role : user.getSubject().getPrincipals(RolePrincipal.class)) {
      roles.add(role.getName());
    }
    return list(LOGIN, login.getAuthenticationType(), user.getUserPrincipal().getName(), roles);
  }

  private static Map<String, List<String>> encode(Fields fields) {
    Map<String, List<String>> encoded = new HashMap<>();
    for (Fields.Field field : fields) {
      encoded.put(field.getName(), new ArrayList<>(field.getValues()));
    }
    return encoded;
  }

  private static List<Object> list(Object... parts) {
    return new ArrayList<>(List.of(parts));
  }

  /** Decodes a value that {@link #encode} returned. */
  @SuppressWarnings("FutureReturnValueIgnored") // it is complete
  static Object decode(Object stored) {
    if (!(stored instanceof List<?> parts) || parts.size() < 2) {
      return stored;
    }
    if (LOGIN.equals(parts.get(0)) && parts.size() == 4) {
      return login((String) parts.get(1), (String) parts.get(2), (List<?>) parts.get(3));
    }
    if (ADDRESS.equals(parts.get(0))) {
      return HttpURI.from((String) parts.get(1));
    }
    if (FORM.equals(parts.get(0))) {
      return fields((Map<?, ?>) parts.get(1));
    }
    if (FORM_READ.equals(parts.get(0))) {
      return CompletableFuture.completedFuture(fields((Map<?, ?>) parts.get(1)));
    }
    return stored;
  }

  private static SessionAuthentication login(String method, String name, List<?> roles) {
    Principal principal = new UserPrincipal(name, null);
    Subject subject = new Subject();
    subject.getPrincipals().add(principal);
    String[] names = roles.stream().map(String.class::cast).toArray(String[]::new);
    for (String role : names) {
      subject.getPrincipals().add(new RolePrincipal(role));
    }
    subject.setReadOnly();
    return new SessionAuthentication(method, UserIdentity.from(subject, principal, names), null);
  }

  private static Fields fields(Map<?, ?> encoded) {
    Fields fields = new Fields(true);
    encoded.forEach(
        (name, values) ->
            ((List<?>) values).forEach(value -> fields.add((String) name, (String) value)));
    return fields;
  }
}
