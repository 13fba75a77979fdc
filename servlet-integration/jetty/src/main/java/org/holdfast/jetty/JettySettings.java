// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.Resources;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.servlet.session.GeneratedNodeName;
import org.holdfast.servlet.settings.Settings;
import org.holdfast.servlet.settings.SettingsReader;
import org.holdfast.servlet.settings.SettingsSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings that were given in code or XML, and the configuration of a context that they result
 * in.
 */
final class JettySettings {
  /** The advice for operators who set {@code enabled} to false. */
  static final String INSTEAD = "to keep Jetty's own sessions, remove Holdfast's session cache";

  /**
   * @param route of this node; empty if it was given no name
   * @param keepsWhatCannotMove whether attributes that cannot be replicated are accepted
   */
  record OfContext(
      @Nullable NodeConfig nodeOrNull,
      @Nullable ApplicationConfig applicationOrNull,
      String route,
      boolean exposesProtection,
      boolean keepsWhatCannotMove) {
    static final OfContext NONE = new OfContext(null, null, "", false, false);

    NodeConfig node() {
      return present(nodeOrNull);
    }

    ApplicationConfig application() {
      return present(applicationOrNull);
    }

    private static <T> T present(@Nullable T config) {
      if (config == null) {
        throw new IllegalStateException("a context has no settings before it starts");
      }
      return config;
    }

    String name() {
      return applicationOrNull == null ? "(not started)" : applicationOrNull.name();
    }
  }

  private static final Logger log = LoggerFactory.getLogger(JettySettings.class);
  private static final String DESCRIPTOR = "WEB-INF/web.xml";

  private final Map<String, String> given;
  private final String base;
  private final @Nullable Settings complete;

  private final boolean keeps;

  /**
   * Creates settings that are {@code given} by name; the settings of the process win over them.
   *
   * @param base the directory from which names of files count; empty for the working directory
   */
  JettySettings(Map<String, String> given, String base) {
    this(given, base, null, false);
  }

  private JettySettings(
      Map<String, String> given, String base, @Nullable Settings complete, boolean keeps) {
    this.given = Map.copyOf(given);
    this.base = base;
    this.complete = complete;
    this.keeps = keeps;
  }

  /** Returns settings that no other place overrides, such as a descriptor. */
  static JettySettings complete(Settings settings, boolean keepsWhatCannotMove) {
    return new JettySettings(Map.of(), "", settings, keepsWhatCannotMove);
  }

  /**
   * Reads the settings for the context that is starting.
   *
   * @throws IllegalArgumentException naming the setting that is unknown or impossible
   */
  OfContext read(AbstractSessionManager manager) {
    ContextHandler handler = ContextHandler.getCurrentContextHandler();
    Settings settings = complete == null ? settingsFor(handler) : complete;
    settings.requireEnabled(INSTEAD);
    boolean hasName = settings.get("memberName") != null;
    String member =
        hasName ? "" : GeneratedNodeName.withWarning("set holdfast.memberName on each node");
    NodeConfig node = settings.node(member);
    String path = manager.getContext() == null ? "" : manager.getContext().getContextPath();
    ApplicationConfig application =
        settings.application(path == null || path.isEmpty() ? "/" : path, classLoader());
    return new OfContext(
        node,
        application,
        hasName ? node.memberName() : "",
        settings.exposeProtection(),
        complete == null ? handler != null && isNotDistributable(handler) : keeps);
  }

  private Settings settingsFor(@Nullable ContextHandler handler) {
    Map<String, String> parameters = handler == null ? Map.of() : initParametersOf(handler);
    return SettingsReader.ofProcess()
        .relativeTo(base)
        .then(SettingsSource.own("setting of Jetty", given.keySet(), given::get))
        .then(SettingsSource.contextParameters(parameters.keySet(), parameters::get))
        .read();
  }

  private static ClassLoader classLoader() {
    ClassLoader ofTheContext = Thread.currentThread().getContextClassLoader();
    return ofTheContext == null ? JettySettings.class.getClassLoader() : ofTheContext;
  }

  /**
   * Returns the init parameters of a context. Contexts of the Servlet API have them, but each
   * environment has a class of its own for that.
   */
  private static Map<String, String> initParametersOf(ContextHandler handler) {
    Map<String, String> parameters = new TreeMap<>();
    try {
      if (handler.getClass().getMethod("getInitParams").invoke(handler) instanceof Map<?, ?> all) {
        all.forEach((name, value) -> parameters.put(String.valueOf(name), String.valueOf(value)));
      }
    } catch (NoSuchMethodException e) {
      log.debug("context {} has no init parameters", handler, e);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("the parameters of " + handler + " cannot be read", e);
    }
    return parameters;
  }

  /**
   * Returns whether there is a descriptor that does not say that the application is distributable.
   */
  private static boolean isNotDistributable(ContextHandler handler) {
    Resource base = handler.getBaseResource();
    Resource descriptor = base == null ? null : base.resolve(DESCRIPTOR);
    if (descriptor == null || !Resources.isReadableFile(descriptor)) {
      return false;
    }
    try (InputStream in = descriptor.newInputStream()) {
      return !isDistributable(in);
    } catch (IOException | XMLStreamException e) {
      log.warn(
          "{} of web application {} cannot be read, so Holdfast treats the application as"
              + " distributable. {}",
          DESCRIPTOR,
          handler.getContextPath(),
          e.getMessage());
      return false;
    }
  }

  /**
   * Returns whether a descriptor says that the application is distributable. Reads it without DTD
   * and entities, so that nothing outside of the file is looked at.
   */
  private static boolean isDistributable(InputStream in) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XMLStreamReader reader = factory.createXMLStreamReader(in);
    for (int depth = 0; reader.hasNext(); ) {
      int event = reader.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        depth++;
        if (depth == 2 && reader.getLocalName().equals("distributable")) {
          return true;
        }
      } else if (event == XMLStreamReader.END_ELEMENT) {
        depth--;
      }
    }
    return false;
  }
}
