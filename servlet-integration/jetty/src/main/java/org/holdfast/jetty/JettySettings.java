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
 * The settings of Holdfast for Jetty, as code or XML gives them. {@link #read} adds the other
 * places and checks all of them, when a context starts. Immutable.
 */
final class JettySettings {
  /** The advice for operators who set {@code enabled} to false. */
  static final String INSTEAD = "to keep Jetty's own sessions, remove Holdfast's session cache";

  /**
   * The checked settings of one context.
   *
   * @param nodeOrNull null in {@link #NONE} alone
   * @param applicationOrNull null in {@link #NONE} alone
   * @param route the sticky route of this node; empty if no setting names the node
   * @param keepsWhatCannotMove whether attributes that cannot be replicated are accepted, and stay
   *     on this node
   */
  record OfContext(
      @Nullable NodeConfig nodeOrNull,
      @Nullable ApplicationConfig applicationOrNull,
      String route,
      boolean exposesProtection,
      boolean keepsWhatCannotMove) {
    /** The settings before the context has started. */
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

  /** The settings to use instead of all other places; null if there are none. */
  private final @Nullable Settings complete;

  /**
   * A flag that attributes which cannot be replicated are accepted; used with {@link #complete}.
   */
  private final boolean keepsWhatCannotMove;

  /**
   * Creates settings that are {@code given} by name; the settings of the process win over them.
   *
   * @param base the directory to which names of files are relative; empty for the working directory
   */
  JettySettings(Map<String, String> given, String base) {
    this(given, base, null, false);
  }

  private JettySettings(
      Map<String, String> given,
      String base,
      @Nullable Settings complete,
      boolean keepsWhatCannotMove) {
    this.given = Map.copyOf(given);
    this.base = base;
    this.complete = complete;
    this.keepsWhatCannotMove = keepsWhatCannotMove;
  }

  /** Returns settings that replace those of all other places, such as the process or web.xml. */
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
        complete == null ? handler != null && isNotDistributable(handler) : keepsWhatCannotMove);
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
   * Returns the init parameters of a context; none if it is not a context of the Servlet API. Each
   * environment, such as ee10, has its own class for such contexts, so this uses reflection.
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
   * Returns whether {@code WEB-INF/web.xml} exists and lacks {@code <distributable/>}. An
   * application without that file counts as distributable.
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
   * Returns whether a descriptor has {@code <distributable/>}. Reads it without DTD and entities,
   * so the parser opens no other file.
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
