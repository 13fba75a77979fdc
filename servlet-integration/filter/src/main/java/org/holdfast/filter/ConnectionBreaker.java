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

package org.holdfast.filter;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Breaks a connection off whose client holds part of a success that is none. Most containers do so
 * when a filter throws after the commit; Undertow and Grizzly would finish the response, so would
 * Jetty that of an asynchronous request, and no API tells them otherwise.
 */
final class ConnectionBreaker {
  private static final Logger log = LoggerFactory.getLogger(ConnectionBreaker.class);

  private ConnectionBreaker() {}

  /** Does nothing in containers other than those three. */
  static void breakOff(ServletRequest request) {
    ServletRequest container = request;
    while (container instanceof ServletRequestWrapper wrapper) {
      container = wrapper.getRequest();
    }
    String name = container.getClass().getName();
    try {
      if (name.startsWith("io.undertow.servlet.")) {
        close(Inside.call(Inside.call(container, "getExchange"), "getConnection"));
      } else if (name.startsWith("org.glassfish.grizzly.servlet.")) {
        Object connection =
            Inside.call(
                Inside.call(Inside.field(container, "request"), "getContext"), "getConnection");
        Inside.call(connection, "terminateSilently");
      } else if (name.startsWith("org.eclipse.jetty.ee")) {
        Object connection =
            Inside.call(
                Inside.call(Inside.call(container, "getRequest"), "getConnectionMetaData"),
                "getConnection");
        Inside.call(Inside.call(connection, "getEndPoint"), "close");
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn("A response that is no success could not be broken off: {}", e.toString());
    }
  }

  private static void close(Object connection) throws ReflectiveOperationException {
    if (connection instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        log.debug("The connection was closed already", e);
      }
    } else {
      Inside.call(connection, "close");
    }
  }
}
