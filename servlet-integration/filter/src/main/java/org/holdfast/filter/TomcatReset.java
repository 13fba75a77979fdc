// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletRequest;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A reset of the connection of a response in Tomcat, or of its stream in HTTP/2. No API prevents
 * that Tomcat finishes the response of an asynchronous request. Holdfast for Tomcat does the same
 * with Tomcat's own types, which this code cannot name. Stateless; the thread that has the response
 * calls it.
 */
final class TomcatReset {
  private static final String STREAM_PROCESSOR = "org.apache.coyote.http2.StreamProcessor";

  private TomcatReset() {}

  /**
   * Has Tomcat send nothing more of the response, and reset its connection or stream. Tomcat does
   * so once no thread of its own is in the request any more.
   *
   * @param facade the request that Tomcat gives to applications
   * @throws ReflectiveOperationException if this version of Tomcat does not show its members for
   *     that. Tomcat may close the connection without a reset then
   * @throws IOException if the connection takes no option any more
   */
  static void breakOff(ServletRequest facade) throws ReflectiveOperationException, IOException {
    Object request = ContainerObjects.field(facade, "request");
    if (request == null) {
      return; // Tomcat has ended the request already, since its connection broke.
    }
    Object response =
        ContainerObjects.call(ContainerObjects.call(request, "getResponse"), "getCoyoteResponse");
    try {
      prepare(ContainerObjects.field(response, "hook"));
    } finally {
      Method action = ContainerObjects.method(response, "action", 2);
      Object closeNow = ContainerObjects.constant(action.getParameterTypes()[0], "CLOSE_NOW");
      action.invoke(response, closeNow, null);
    }
  }

  /**
   * Makes the end that is to come a reset. A client of HTTP/1.0 takes the usual end of a connection
   * for the end of a response without a length. In HTTP/2 Tomcat ends a response that it closes at
   * once like any other.
   */
  private static void prepare(Object processor) throws ReflectiveOperationException, IOException {
    if (processor.getClass().getName().equals(STREAM_PROCESSOR)) {
      cancel(ContainerObjects.field(processor, "stream"));
    } else {
      Object socket =
          ContainerObjects.call(ContainerObjects.call(processor, "getSocketWrapper"), "getSocket");
      ConnectionBreaker.resetAtClose(ContainerObjects.call(socket, "getIOChannel"));
    }
  }

  private static void cancel(Object stream) throws ReflectiveOperationException {
    Method cancel = ContainerObjects.method(stream, "doStreamCancel", 2);
    Object error = ContainerObjects.constant(cancel.getParameterTypes()[1], "INTERNAL_ERROR");
    try {
      cancel.invoke(stream, "the session of the response moved", error);
    } catch (InvocationTargetException e) {
      if (!(e.getCause() instanceof IOException)) {
        throw e;
      }
      // Tomcat means this for a thread that writes: it has marked the stream, and resets it later.
    }
  }
}
