// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An initializer that adds a {@link HoldfastFilter} to each web application whose {@code web.xml}
 * has {@code <distributable/>}; the setting {@code holdfast.enabled} overrides that. It adds no
 * filter if {@code web.xml} names one.
 *
 * <p>Containers find this class by the service file in our jar. They call it on the thread that
 * starts the application, before filters and listeners.
 */
@HandlesTypes({
  HttpSessionListener.class,
  HttpSessionAttributeListener.class,
  HttpSessionIdListener.class
})
public final class HoldfastInitializer implements ServletContainerInitializer {
  /** The name of the filter that is added. */
  public static final String FILTER_NAME = "Holdfast";

  private static final Logger log = LoggerFactory.getLogger(HoldfastInitializer.class);
  private static final String SCANNED = HoldfastInitializer.class.getName() + ".listeners";

  /**
   * Adds the filter if it is enabled.
   *
   * @param listeners the classes that the container found; null if there are none
   * @throws ServletException naming a setting that is unknown or impossible
   */
  @Override
  public void onStartup(@Nullable Set<Class<?>> listeners, ServletContext context)
      throws ServletException {
    if (HoldfastFilter.staysOff(context)) {
      return;
    }
    context.setAttribute(SCANNED, listeners == null ? Set.of() : Set.copyOf(listeners));
    for (FilterRegistration registered : context.getFilterRegistrations().values()) {
      if (HoldfastFilter.class.getName().equals(registered.getClassName())) {
        log.debug("{} has the filter already", context.getContextPath());
        return;
      }
    }
    try {
      Settings settings = HoldfastFilter.settings(context, SettingsReader.ofProcess());
      if (settings.enabled(WebXml.of(context).distributable())) {
        // Checked here already: an exception ends the start of the application in all containers.
        settings.node("to-be-named");
        settings.application("to-be-named", FilterSessions.classLoaderOf(context));
        add(context);
      }
    } catch (IllegalArgumentException e) {
      throw new ServletException("Holdfast cannot start: " + e.getMessage(), e);
    }
  }

  private static void add(ServletContext context) {
    HoldfastFilter filter = new HoldfastFilter();
    FilterRegistration.Dynamic registered = context.addFilter(FILTER_NAME, filter);
    registered.setAsyncSupported(true);
    registered.addMappingForUrlPatterns(EnumSet.allOf(DispatcherType.class), false, "/*");
    context.addListener(new StartAndStop(filter, context));
  }

  /**
   * Returns the classes of session listeners that the container found in the application; none if
   * it did not search.
   */
  static Collection<Class<?>> scannedClasses(ServletContext context) {
    return context.getAttribute(SCANNED) instanceof Set<?> scanned
        ? scanned.stream().<Class<?>>map(Class.class::cast).toList()
        : List.of();
  }

  /**
   * A listener that starts the filter before the first request, and stops it after the last. Some
   * containers call {@code init} of a filter only with the first request.
   *
   * @param context the context that the initializer got: that of the events may lack methods
   */
  private record StartAndStop(HoldfastFilter filter, ServletContext context)
      implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
      filter.start(context, SettingsReader.ofProcess());
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
      filter.stop();
    }
  }
}
