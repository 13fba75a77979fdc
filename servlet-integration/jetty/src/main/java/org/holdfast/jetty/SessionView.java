// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.Map;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.Attributes;

/** A view of a session, for code of Jetty that would do too much with the session itself. */
final class SessionView extends Attributes.Wrapper implements Session {
  private final HoldfastSession session;
  private final boolean isInLinks;

  private SessionView(HoldfastSession session, Attributes attributes, boolean isInLinks) {
    super(attributes);
    this.session = session;
    this.isInLinks = isInLinks;
  }

  /**
   * Returns a view of {@code session} that has only {@code values} as attributes. Jetty calls the
   * activation listeners among all attributes of a session. With this view it calls only those of
   * these values.
   *
   * @param values under any names
   */
  static Session ofValues(HoldfastSession session, Map<String, Object> values) {
    return new SessionView(session, new Attributes.Mapped(values), true);
  }

  /**
   * Returns a view of {@code session} that is not valid, so that Jetty writes its id into no link.
   * Everything else is as in the session.
   */
  static Session notInLinks(HoldfastSession session) {
    return new SessionView(session, session, false);
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // as Jetty has it
  public <T extends Session.API> T getApi() {
    return session.getApi();
  }

  @Override
  public boolean isValid() {
    return isInLinks && session.isValid();
  }

  @Override
  public String getId() {
    return session.getId();
  }

  @Override
  public String getExtendedId() {
    return session.getExtendedId();
  }

  @Override
  public long getLastAccessedTime() {
    return session.getLastAccessedTime();
  }

  @Override
  public void setMaxInactiveInterval(int seconds) {
    session.setMaxInactiveInterval(seconds);
  }

  @Override
  public int getMaxInactiveInterval() {
    return session.getMaxInactiveInterval();
  }

  @Override
  public void renewId(Request request, Response response) {
    session.renewId(request, response);
  }

  @Override
  public void invalidate() {
    session.invalidate();
  }

  @Override
  public boolean isNew() {
    return session.isNew();
  }

  @Override
  public String encodeURI(Request request, String uri, boolean cookiesInUse) {
    return session.encodeURI(request, uri, cookiesInUse);
  }
}
