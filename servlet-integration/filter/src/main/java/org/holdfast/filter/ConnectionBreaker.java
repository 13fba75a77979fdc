// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reset of the connection of a response that must not be completed after part of it has left.
 * Most containers break such a response off when a filter throws. Undertow and Grizzly would finish
 * it, and so would Jetty and Tomcat for an asynchronous request. No API prevents that, so this uses
 * reflection.
 *
 * <p>To close the connection is not enough: a client of HTTP/1.0 takes that for the end of a
 * response without a length. Stateless; the thread that has the response calls it.
 */
final class ConnectionBreaker {
  private static final Logger log = LoggerFactory.getLogger(ConnectionBreaker.class);

  private ConnectionBreaker() {}

  /**
   * Resets the connection in Undertow, Grizzly, Jetty and Tomcat. Does nothing in other containers.
   */
  static void breakOff(ServletRequest request) {
    ServletRequest container = request;
    while (container instanceof ServletRequestWrapper wrapper) {
      container = wrapper.getRequest();
    }
    String name = container.getClass().getName();
    try {
      if (name.startsWith("io.undertow.servlet.")) {
        Object connection =
            ContainerObjects.call(ContainerObjects.call(container, "getExchange"), "getConnection");
        abortAtClose(connection);
        close(connection);
      } else if (name.startsWith("org.glassfish.grizzly.servlet.")) {
        Object connection =
            ContainerObjects.call(
                ContainerObjects.call(ContainerObjects.field(container, "request"), "getContext"),
                "getConnection");
        resetAtClose(ContainerObjects.call(connection, "getChannel"));
        ContainerObjects.call(connection, "terminateSilently");
      } else if (name.startsWith("org.eclipse.jetty.ee")) {
        Object connection =
            ContainerObjects.call(
                ContainerObjects.call(
                    ContainerObjects.call(container, "getRequest"), "getConnectionMetaData"),
                "getConnection");
        Object endPoint = ContainerObjects.call(connection, "getEndPoint");
        resetAtClose(ContainerObjects.call(endPoint, "getTransport"));
        ContainerObjects.call(endPoint, "close");
      } else if (name.startsWith("org.apache.catalina.connector.")) {
        TomcatReset.breakOff(container);
      }
    } catch (ReflectiveOperationException | IOException | RuntimeException e) {
      log.warn(
          "Holdfast could not cut off a response that failed, so the client may take it for a"
              + " success: {}",
          e.toString());
    }
  }

  /** Has {@code channel} reset its connection when it is closed, if it is one of the network. */
  static void resetAtClose(Object channel) throws IOException {
    if (channel instanceof NetworkChannel network && network.isOpen()) {
      network.setOption(StandardSocketOptions.SO_LINGER, 0);
    }
  }

  /**
   * Has Undertow reset the connection when it is closed. Sets an option of XNIO, which HTTP/2
   * connections do not have.
   */
  private static void abortAtClose(Object connection) throws ReflectiveOperationException {
    Class<?> option = connection.getClass().getClassLoader().loadClass("org.xnio.Option");
    Object abort =
        option.getClassLoader().loadClass("org.xnio.Options").getField("CLOSE_ABORT").get(null);
    try {
      Method set = connection.getClass().getMethod("setOption", option, Object.class);
      set.invoke(connection, abort, true);
    } catch (InvocationTargetException e) {
      log.debug("the connection is closed without a reset", e);
    }
  }

  /**
   * Closes a connection of Undertow, which in HTTP/2 resets one stream. Undertow throws a {@link
   * NullPointerException} for the stream of the request that upgraded the connection to HTTP/2.
   * This closes the whole connection then, with all its streams.
   */
  private static void close(Object connection) throws ReflectiveOperationException {
    try {
      ContainerObjects.call(connection, "close");
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof NullPointerException) {
        ContainerObjects.call(ContainerObjects.field(connection, "channel"), "close");
      } else {
        log.debug("the connection was closed already", e);
      }
    }
  }
}
