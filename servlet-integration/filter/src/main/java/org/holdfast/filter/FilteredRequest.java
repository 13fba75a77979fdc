// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

/** A request whose session is Holdfast's. */
final class FilteredRequest extends HttpServletRequestWrapper {
  private final FilterScope scope;
  private final FilteredResponse response;
  private @Nullable FilterAsyncContext async;
  private volatile boolean startedInThisDispatch;

  FilteredRequest(HttpServletRequest request, FilterScope scope, FilteredResponse response) {
    super(request);
    this.scope = scope;
    this.response = response;
  }

  /** Returns the request of {@code scope} below other wrappers; null if there is none. */
  static @Nullable FilteredRequest in(ServletRequest request, FilterScope scope) {
    ServletRequest inner = request;
    while (inner instanceof ServletRequestWrapper wrapper) {
      if (inner instanceof FilteredRequest filtered && filtered.scope == scope) {
        return filtered;
      }
      inner = wrapper.getRequest();
    }
    return null;
  }

  FilteredResponse response() {
    return response;
  }

  void beginDispatch() {
    startedInThisDispatch = false;
  }

  /**
   * Returns whether this dispatch made the request asynchronous. Some containers still call a
   * request asynchronous while its dispatch runs.
   */
  boolean goesOn() {
    return startedInThisDispatch && isAsyncStarted();
  }

  @Override
  public HttpSession getSession() {
    HttpSession session = scope.session(true);
    if (session == null) {
      throw new IllegalStateException(
          "Holdfast created no session although the caller asked for one");
    }
    return session;
  }

  @Override
  public @Nullable HttpSession getSession(boolean create) {
    return create ? getSession() : scope.session(false);
  }

  @Override
  public String changeSessionId() {
    return scope.changeSessionId();
  }

  @Override
  public @Nullable String getRequestedSessionId() {
    RequestedId id = scope.requestedId();
    return id == null ? null : id.text();
  }

  @Override
  public boolean isRequestedSessionIdValid() {
    return scope.isRequestedIdValid();
  }

  @Override
  public boolean isRequestedSessionIdFromCookie() {
    RequestedId id = scope.requestedId();
    return id != null && id.fromCookie();
  }

  @Override
  public boolean isRequestedSessionIdFromURL() {
    RequestedId id = scope.requestedId();
    return id != null && !id.fromCookie();
  }

  @Override
  public AsyncContext startAsync() {
    // With arguments: else the container would continue with its own request, which has no session
    // of Holdfast's.
    return startAsync(this, response);
  }

  @Override
  public AsyncContext startAsync(ServletRequest wrappedRequest, ServletResponse wrappedResponse) {
    FilterAsyncContext started =
        new FilterAsyncContext(super.startAsync(wrappedRequest, wrappedResponse), scope, response);
    async = started;
    startedInThisDispatch = true;
    return started;
  }

  @Override
  public AsyncContext getAsyncContext() {
    AsyncContext container = super.getAsyncContext();
    FilterAsyncContext started = async;
    return started != null && started.wraps(container)
        ? started
        : new FilterAsyncContext(container, scope, response);
  }
}
