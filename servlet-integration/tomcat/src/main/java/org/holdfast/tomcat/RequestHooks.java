/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.tomcat;

import jakarta.servlet.Filter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.jspecify.annotations.Nullable;

/**
 * What the manager hangs into its web application, so that an operator need not: a valve around
 * each request, and filters around error and login pages. Used by the threads that start and stop
 * the web application, one at a time.
 */
final class RequestHooks {
  private final Context context;
  private @Nullable ReplicationValve valve;
  private final Map<FilterDef, FilterMap> filters = new LinkedHashMap<>();

  RequestHooks(Context context) {
    this.context = context;
  }

  /**
   * Adds the valve before authenticators are added, which use sessions too. It stays while the web
   * application is stopped: added again at a restart, it would come after them. Does nothing the
   * second time.
   */
  ReplicationValve addValve() {
    if (valve == null) {
      valve = new ReplicationValve();
      context.getPipeline().addValve(valve);
    }
    return valve;
  }

  /** After the web application's own filters are known, before any of them is started. */
  void addFilters() {
    addFilter("Holdfast error page filter", new ErrorPageFilter(), "ERROR");
    addFilter("Holdfast login page filter", new LoginPageFilter(), "FORWARD");
  }

  private void addFilter(String name, Filter filter, String dispatches) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(name);
    definition.setFilterClass(filter.getClass().getName());
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap mapping = new FilterMap();
    mapping.setFilterName(name);
    mapping.addURLPattern("/*");
    mapping.setDispatcher(dispatches);
    context.addFilterMapBefore(mapping);
    filters.put(definition, mapping);
  }

  void removeFilters() {
    filters.forEach(
        (definition, mapping) -> {
          context.removeFilterMap(mapping);
          context.removeFilterDef(definition);
        });
    filters.clear();
  }

  void removeValve() {
    if (valve != null) {
      context.getPipeline().removeValve(valve);
      valve = null;
    }
  }
}
