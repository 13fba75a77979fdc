// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.holdfast.servlet.CommitGuardedResponse;
import org.jspecify.annotations.Nullable;

/**
 * The response that an application writes to. It leaves once the sessions of its request are
 * replicated, and its links contain the session id if the client takes no cookies. The thread that
 * has the request calls it.
 */
final class FilteredResponse extends CommitGuardedResponse {
  private final FilterScope scope;
  private final HttpServletRequest request;
  private final RequestedPage page;

  /** Read by the thread of the application that completes the request, too. */
  private volatile boolean cutOff;

  /**
   * @param container the response that came to the filter
   * @param request the request that came to the filter
   */
  FilteredResponse(HttpServletResponse container, FilterScope scope, HttpServletRequest request) {
    super(container, scope);
    this.scope = scope;
    this.request = request;
    this.page = RequestedPage.of(request);
  }

  FilterScope scope() {
    return scope;
  }

  @Override
  public void refuse() throws IOException {
    scope.sessions().includes().outside(getResponse(), super::refuse);
  }

  @Override
  protected void breakOff() {
    cutOff = true;
    ConnectionBreaker.breakOff(request);
  }

  /**
   * Returns whether the response was broken off. Tomcat may have ended the request of such a
   * response already, and does not let the application ask the response then.
   */
  boolean isCutOff() {
    return cutOff;
  }

  @Override
  protected long largestBufferedWrite() {
    return scope.sessions().largeWrites().largestBuffered(request);
  }

  @Override
  public @Nullable String encodeURL(@Nullable String url) {
    SessionTracking tracking = scope.sessions().tracking();
    String id = url != null && tracking.usesUrls() ? scope.idForLinks() : null;
    return url == null || id == null ? url : tracking.encode(url, id, base(), page);
  }

  /** Returns the scheme, host and port that the request came to, as in {@code http://shop:8080}. */
  private String base() {
    StringBuffer url = request.getRequestURL();
    int path = url.indexOf("/", url.indexOf("://") + 3);
    return path < 0 ? url.toString() : url.substring(0, path);
  }

  @Override
  public @Nullable String encodeRedirectURL(@Nullable String url) {
    return encodeURL(url);
  }
}
