// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.io.Serializable;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.realm.GenericPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * The login of a session: the user, and the way in which Tomcat authenticated the user. Immutable.
 * {@link ReplicatedLogin} stores its encoded form as an attribute of the session.
 *
 * @param authType a name such as {@code FORM}; null without a login
 * @param principal the user; null without a login
 */
record LoginState(@Nullable String authType, @Nullable Principal principal) {
  private static final LoginState NONE = new LoginState(null, null);

  /** The mark of a principal of Tomcat's realms, which is encoded by its name and its roles. */
  private static final String GENERIC = "generic";

  /** The mark of a principal of any other class, which is encoded as it is. */
  private static final String OBJECT = "object";

  /** Returns the login as a list, which a codec can replicate if it can replicate the principal. */
  List<@Nullable Object> encode() {
    List<@Nullable Object> encoded = new ArrayList<>();
    if (principal instanceof GenericPrincipal generic) {
      encoded.add(GENERIC);
      encoded.add(authType);
      encoded.add(generic.getName());
      encoded.add(new ArrayList<>(Arrays.asList(generic.getRoles())));
      encoded.add(userPrincipalOf(generic));
      encoded.add(attributesOf(generic));
    } else {
      encoded.add(OBJECT);
      encoded.add(authType);
      encoded.add(principal);
    }
    return encoded;
  }

  /**
   * Returns the principal that the application sees, if it is another object than {@code generic}
   * and serializable; else null. Tomcat's own serialization keeps only such a principal, too.
   */
  private static @Nullable Object userPrincipalOf(GenericPrincipal generic) {
    Principal user = generic.getUserPrincipal();
    return user != generic && user instanceof Serializable ? user : null;
  }

  private static Map<String, Object> attributesOf(GenericPrincipal generic) {
    Map<String, Object> attributes = new HashMap<>();
    for (String name : Collections.list(generic.getAttributeNames())) {
      attributes.put(name, generic.getAttribute(name));
    }
    return attributes;
  }

  /**
   * Returns the login that {@link #encode} encoded; an empty login if {@code encoded} is null or no
   * such list.
   */
  static LoginState decode(@Nullable Object encoded) {
    if (!(encoded instanceof List<?> list) || list.size() < 3) {
      return NONE;
    }
    String authType = (String) list.get(1);
    if (OBJECT.equals(list.get(0))) {
      return new LoginState(authType, (Principal) list.get(2));
    }
    return new LoginState(
        authType,
        new GenericPrincipal(
            (String) list.get(2),
            ((List<?>) list.get(3)).stream().map(String.class::cast).toList(),
            (Principal) list.get(4),
            null,
            null,
            namedValues((Map<?, ?>) list.get(5))));
  }

  private static Map<String, Object> namedValues(Map<?, ?> decoded) {
    Map<String, Object> attributes = new HashMap<>();
    decoded.forEach((name, value) -> attributes.put((String) name, value));
    return attributes;
  }
}
