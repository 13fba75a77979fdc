// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An asynchronous request that replicates its sessions before it completes. Some containers finish
 * the response before they call the listeners of the completion, so a listener would be too late.
 */
final class FilterAsyncContext implements AsyncContext {
  private static final Logger log = LoggerFactory.getLogger(FilterAsyncContext.class);

  private final AsyncContext container;
  private final FilterScope scope;
  private final FilteredResponse response;

  FilterAsyncContext(AsyncContext container, FilterScope scope, FilteredResponse response) {
    this.container = container;
    this.scope = scope;
    this.response = response;
    container.addListener(new Completion(scope, response));
  }

  boolean wraps(AsyncContext other) {
    return container == other;
  }

  @Override
  public void complete() {
    scope.requireNotDispatched();
    boolean broken = false;
    try {
      if (!scope.end(response, container::complete)) {
        return;
      }
    } catch (IOException e) {
      // The client is gone, or notices the broken connection.
      log.debug("an asynchronous request to {} ended without its response", scope.sessions(), e);
      broken = true;
    } catch (RuntimeException e) {
      // The caller of complete() expects no exception.
      log.error("the session of an asynchronous request to {} was not saved", scope.sessions(), e);
      broken = response.isCutOff();
      if (!broken && !response.isCommitted()) {
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      }
    }
    try {
      container.complete();
    } catch (IllegalStateException e) {
      if (!broken) {
        throw e;
      }
      // Tomcat ends a request by itself when its connection breaks.
      log.debug("an asynchronous request to {} had ended already", scope.sessions(), e);
    }
  }

  @Override
  public void addListener(AsyncListener listener) {
    container.addListener(new Told(listener), getRequest(), getResponse());
  }

  @Override
  public void addListener(
      AsyncListener listener, ServletRequest request, ServletResponse suppliedResponse) {
    container.addListener(new Told(listener), request, suppliedResponse);
  }

  @Override
  public ServletRequest getRequest() {
    return container.getRequest();
  }

  @Override
  public ServletResponse getResponse() {
    return container.getResponse();
  }

  @Override
  public boolean hasOriginalRequestAndResponse() {
    return getRequest() instanceof FilteredRequest && getResponse() == response;
  }

  @Override
  public void dispatch() {
    scope.dispatch(container::dispatch);
  }

  @Override
  public void dispatch(String path) {
    scope.dispatch(() -> container.dispatch(path));
  }

  @Override
  public void dispatch(ServletContext context, String path) {
    scope.dispatch(() -> container.dispatch(context, path));
  }

  @Override
  public void start(Runnable work) {
    container.start(work);
  }

  @Override
  public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
    return container.createListener(type);
  }

  @Override
  public void setTimeout(long millis) {
    container.setTimeout(millis);
  }

  @Override
  public long getTimeout() {
    return container.getTimeout();
  }

  /** A listener that replicates and lets go of the sessions, however the request ends. */
  private record Completion(FilterScope scope, FilteredResponse response) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      scope.replicate(response, true);
      scope.release();
    }

    /** Replicates, since the container may answer now without another call of the filter. */
    @Override
    public void onTimeout(AsyncEvent event) {
      scope.replicate(response, false);
    }

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }

  /**
   * A wrapper of the application's listener, which finds this context in its events and not the
   * container's.
   */
  private final class Told implements AsyncListener {
    private final AsyncListener listener;

    Told(AsyncListener listener) {
      this.listener = listener;
    }

    private AsyncEvent ours(AsyncEvent event) {
      @Nullable AsyncContext context = event.getAsyncContext();
      AsyncContext wrapped =
          context == null || context == container
              ? FilterAsyncContext.this
              : new FilterAsyncContext(context, scope, response);
      return new AsyncEvent(
          wrapped, event.getSuppliedRequest(), event.getSuppliedResponse(), event.getThrowable());
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
      listener.onComplete(ours(event));
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      listener.onTimeout(ours(event));
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
      listener.onError(ours(event));
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
      listener.onStartAsync(ours(event));
    }
  }
}
