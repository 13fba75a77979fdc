// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;

/** A web application whose pages are lambdas, and whose listeners note their calls. */
final class Application extends HttpServlet {
  private static final long serialVersionUID = 1L;

  interface Page {
    void serve(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException;
  }

  private final transient Map<String, Page> pages = new ConcurrentHashMap<>();
  private final transient List<String> events = new CopyOnWriteArrayList<>();

  Application page(String path, Page page) {
    pages.put(path, page);
    return this;
  }

  /**
   * Events so far: "created", "destroyed cart=VALUE", "renamed", each once per call of a listener.
   */
  List<String> events() {
    return events;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    Object included = request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH);
    String path = included == null ? request.getServletPath() : included.toString();
    Page page = pages.get(path);
    if (page == null) {
      response.sendError(404, path);
    } else {
      page.serve(request, response);
    }
  }

  Context deploy(Tomcat tomcat, String contextPath) {
    Context context = tomcat.addContext(contextPath, null);
    context.setDistributable(true);
    Wrapper wrapper = Tomcat.addServlet(context, "application", this);
    wrapper.setAsyncSupported(true);
    context.addServletMapping("/", "application");
    ErrorPage errorPage = new ErrorPage();
    errorPage.setErrorCode(409);
    errorPage.setLocation("/error-page");
    context.addErrorPage(errorPage);
    ErrorPage exceptionPage = new ErrorPage();
    exceptionPage.setExceptionType(IllegalStateException.class.getName());
    exceptionPage.setLocation("/error-page");
    context.addErrorPage(exceptionPage);
    ((StandardContext) context).addApplicationLifecycleListener(new Listener());
    ((StandardContext) context).addApplicationEventListener(new Listener());
    return context;
  }

  static int increment(HttpServletRequest request) {
    Integer before = (Integer) request.getSession().getAttribute("count");
    int count = before == null ? 1 : before + 1;
    request.getSession().setAttribute("count", count);
    return count;
  }

  private final class Listener implements HttpSessionListener, HttpSessionIdListener {
    @Override
    public void sessionCreated(HttpSessionEvent event) {
      events.add("created");
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
      events.add("destroyed cart=" + event.getSession().getAttribute("cart"));
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
      events.add("renamed");
    }
  }
}
