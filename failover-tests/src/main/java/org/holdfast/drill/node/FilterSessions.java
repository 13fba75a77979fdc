// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.session.StandardManager;
import org.holdfast.filter.HoldfastFilter;
import org.holdfast.filter.HoldfastInitializer;
import org.holdfast.replication.node.ReplicationNode;
import org.jspecify.annotations.Nullable;

/** Sessions of Holdfast's filter, before Tomcat's own, which stay unused. */
final class FilterSessions extends ReplicatedSessions implements TomcatSessions {
  private final NodeSettings settings;
  private volatile @Nullable ServletContext filtered;
  private volatile @Nullable Exception failure;

  FilterSessions(NodeSettings settings) {
    super(settings);
    this.settings = settings;
  }

  @Override
  public void installIn(Context context) {
    context.setManager(new StandardManager());
    context.addServletContainerInitializer((none, application) -> install(application), Set.of());
  }

  private void install(ServletContext application) throws ServletException {
    // The filter goes by this, not by useHttpOnly of Tomcat's context.
    application.getSessionCookieConfig().setHttpOnly(true);
    application.setInitParameter("holdfast.enabled", "true");
    namedSettingsOfDemo(settings)
        .forEach((name, value) -> application.setInitParameter("holdfast." + name, value));
    try {
      new HoldfastInitializer().onStartup(Set.of(), application);
    } catch (ServletException e) {
      failure = e.getCause() instanceof RuntimeException setting ? setting : e;
      throw e;
    }
    filtered = application;
  }

  @Override
  @Nullable ReplicationNode replicationNode() {
    ServletContext application = filtered;
    HoldfastFilter filter = application == null ? null : HoldfastFilter.of(application);
    return filter == null ? null : filter.replicationNode();
  }

  @Override
  public Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }
}
