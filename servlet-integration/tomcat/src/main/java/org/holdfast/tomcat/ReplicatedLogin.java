// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.security.Principal;
import java.util.Map;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SavedRequest;
import org.holdfast.replication.serialization.UnserializableAttributeException;
import org.holdfast.servlet.session.RoutedId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The login that the container did for a session, and a form login on its way. They are kept beside
 * the attributes of the application, which does not see them there. Passwords are not kept.
 */
final class ReplicatedLogin {
  /*
   * Threads: those of requests. The state is read from the attributes once and from then on the truth; the thread that
   * reads it first loses against a login or logout that comes in between, as both write it under the monitor, for one
   * assignment only.
   */
  private static final Logger log = LoggerFactory.getLogger(ReplicatedLogin.class);
  private static final String LOGIN = ApplicationAttributes.reserved("login");
  private static final String FORM_ID = ApplicationAttributes.reserved("form.id");
  private static final String FORM_REQUEST = ApplicationAttributes.reserved("form.request");

  private final Map<String, Object> attributes;

  /** The login; null until it is read from the attributes. Written under the monitor. */
  private volatile @Nullable LoginState state;

  /**
   * @param attributes of the session, with those that the application does not see
   */
  ReplicatedLogin(Map<String, Object> attributes) {
    this.attributes = attributes;
  }

  LoginState state() {
    LoginState known = state;
    return known == null ? firstState(LoginState.decode(attributes.get(LOGIN))) : known;
  }

  /** Returns the state, which is {@code read} if there is none yet. */
  private synchronized LoginState firstState(LoginState read) {
    LoginState known = state;
    if (known == null) {
      known = read;
      state = known;
    }
    return known;
  }

  private synchronized void setState(LoginState next) {
    state = next;
  }

  void setAuthType(@Nullable String authType) {
    write(new LoginState(authType, state().principal()));
  }

  void setPrincipal(@Nullable Principal principal) {
    write(new LoginState(state().authType(), principal));
  }

  private void write(LoginState next) {
    setState(next);
    if (next.principal() == null) {
      attributes.remove(LOGIN);
      return;
    }
    try {
      attributes.put(LOGIN, next.encode());
    } catch (UnserializableAttributeException e) {
      attributes.remove(LOGIN);
      log.warn(
          "a login contains a {} that Holdfast cannot replicate, so it stays on this node: {}",
          next.principal().getClass().getName(),
          e.getMessage());
    }
  }

  /** Returns whether notes of that name are kept here. */
  static boolean isNote(String name) {
    return name.equals(Constants.SESSION_ID_NOTE) || name.equals(Constants.FORM_REQUEST_NOTE);
  }

  /**
   * @param note one that {@linkplain #isNote is kept here}
   */
  void setNote(String note, Object value) {
    if (note.equals(Constants.SESSION_ID_NOTE)) {
      // The route may change while the user types.
      attributes.put(FORM_ID, RoutedId.parse(value.toString()).id());
    } else if (value instanceof SavedRequest request) {
      attributes.put(FORM_REQUEST, SavedRequests.encode(request));
    }
  }

  void removeNote(String note) {
    attributes.remove(note.equals(Constants.SESSION_ID_NOTE) ? FORM_ID : FORM_REQUEST);
  }

  /** Returns the request that the login interrupted, made anew; null if there is none. */
  @Nullable SavedRequest savedRequest() {
    return attributes.get(FORM_REQUEST) instanceof Map<?, ?> encoded
        ? SavedRequests.decode(encoded)
        : null;
  }

  /**
   * Returns the id under which the login form was sent; null if there is none. If the client asked
   * for that id, it is returned as the client sent it: the container compares the two as texts.
   *
   * @param requestedId of the current request, null if unknown
   */
  @Nullable String formId(@Nullable String requestedId) {
    Object id = attributes.get(FORM_ID);
    if (id == null) {
      return null;
    }
    return requestedId != null && RoutedId.parse(requestedId).ids().contains(id)
        ? requestedId
        : id.toString();
  }
}
