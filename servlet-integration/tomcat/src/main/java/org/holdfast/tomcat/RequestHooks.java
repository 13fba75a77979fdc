// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequestListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.jspecify.annotations.Nullable;

/**
 * The parts that the manager adds to its web application: a valve around each request, a filter
 * around error pages and forwards, and a listener that receives the end of a request after all
 * other listeners. Operators need not configure them. The threads that start and stop the web
 * application call it, one at a time.
 */
final class RequestHooks {
  private static final String FILTER = "Holdfast dispatch filter";

  private final Context context;
  private @Nullable ReplicationValve valve;
  private @Nullable FilterDef filter;
  private @Nullable FilterMap mapping;
  private @Nullable RequestEnd requestEnd;

  RequestHooks(Context context) {
    this.context = context;
  }

  /**
   * Adds the valve, and returns it. Does nothing the second time. The caller adds it before Tomcat
   * adds authenticators, which use sessions too. The valve stays while the web application is
   * stopped: if it were added again at a restart, it would come after the authenticators.
   */
  ReplicationValve addValve() {
    if (valve == null) {
      valve = new ReplicationValve();
      context.getPipeline().addValve(valve);
    }
    return valve;
  }

  /**
   * Adds the filter and the listener. The caller does so when the web application's own filters and
   * listeners are known, before any filter is started.
   */
  void addFilterAndListener() {
    addListener();
    FilterDef definition = new FilterDef();
    definition.setFilterName(FILTER);
    definition.setFilterClass(DispatchFilter.class.getName());
    definition.setFilter(new DispatchFilter());
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    filter = definition;
    FilterMap dispatches = new FilterMap();
    dispatches.setFilterName(FILTER);
    dispatches.addURLPattern("/*");
    dispatches.setDispatcher(DispatcherType.ERROR.name());
    dispatches.setDispatcher(DispatcherType.FORWARD.name());
    context.addFilterMapBefore(dispatches);
    mapping = dispatches;
  }

  void removeFilterAndListener() {
    removeListener();
    if (mapping != null) {
      context.removeFilterMap(mapping);
      mapping = null;
    }
    if (filter != null) {
      context.removeFilterDef(filter);
      filter = null;
    }
  }

  /**
   * Adds the listener if the web application has request listeners, which may change sessions at
   * the end of a request. It becomes the first one: Tomcat reports an end in the reverse order.
   */
  private void addListener() {
    Object[] own = context.getApplicationEventListeners();
    if (Arrays.stream(own).anyMatch(ServletRequestListener.class::isInstance)) {
      RequestEnd added = new RequestEnd();
      List<Object> all = new ArrayList<>();
      all.add(added);
      all.addAll(Arrays.asList(own));
      context.setApplicationEventListeners(all.toArray());
      requestEnd = added;
      addValve().endsAreHeard(true);
    }
  }

  private void removeListener() {
    RequestEnd added = requestEnd;
    if (added != null) {
      // Before the listener goes: the valve must not expect it to receive an end any more.
      addValve().endsAreHeard(false);
      List<Object> others = new ArrayList<>(Arrays.asList(context.getApplicationEventListeners()));
      if (others.remove(added)) {
        context.setApplicationEventListeners(others.toArray());
      }
      requestEnd = null;
    }
  }

  void removeValve() {
    if (valve != null) {
      context.getPipeline().removeValve(valve);
      valve = null;
    }
  }
}
