// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;
import org.apache.catalina.connector.Response;
import org.apache.coyote.AbstractProcessor;
import org.apache.coyote.CloseNowException;
import org.apache.tomcat.util.net.Nio2Channel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A way to have Tomcat reset the connection of a response, or its stream in HTTP/2. A client of
 * HTTP/1.0, such as a proxy, takes the usual end of a connection for the end of a response without
 * a length. In HTTP/2 Tomcat ends a response that it closes at once like any other, and resets the
 * stream only then.
 */
final class ConnectionReset {
  private static final Logger log = LoggerFactory.getLogger(ConnectionReset.class);

  /**
   * The field in which Tomcat keeps the processor of a response; {@link #SOCKET} returns the
   * processor's socket. Each is null in versions of Tomcat that do not show it.
   */
  private static final @Nullable Field HOOK = field();

  private static final @Nullable Method SOCKET = method();

  private static final @Nullable Cancel CANCEL = Cancel.find();

  private ConnectionReset() {}

  /** A call that cancels the stream of an HTTP/2 processor, with an error as the reason. */
  private record Cancel(Field stream, Method cancel, Object error) {

    /** Returns the call of this Tomcat, or null in versions that do not show it. */
    static @Nullable Cancel find() {
      try {
        String http2 = "org.apache.coyote.http2.";
        Field stream = Class.forName(http2 + "StreamProcessor").getDeclaredField("stream");
        stream.setAccessible(true);
        Field error = Class.forName(http2 + "Http2Error").getDeclaredField("INTERNAL_ERROR");
        error.setAccessible(true);
        Method cancel =
            stream.getType().getDeclaredMethod("doStreamCancel", String.class, error.getType());
        cancel.setAccessible(true);
        return new Cancel(stream, cancel, error.get(null));
      } catch (ReflectiveOperationException | RuntimeException e) {
        log.debug("this version of Tomcat does not show how to cancel the stream of a response", e);
        return null;
      }
    }

    void run(Object processor) throws ReflectiveOperationException {
      if (!stream.getDeclaringClass().isInstance(processor)) {
        return;
      }
      try {
        cancel.invoke(stream.get(processor), "the session of the response moved", error);
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof CloseNowException)) {
          throw e;
        }
        // Tomcat means this for a thread that writes: it has marked the stream, and resets it
        // later.
      }
    }
  }

  private static @Nullable Field field() {
    try {
      Field hook = org.apache.coyote.Response.class.getDeclaredField("hook");
      hook.setAccessible(true);
      return hook;
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("this version of Tomcat does not show the processor of a response", e);
      return null;
    }
  }

  private static @Nullable Method method() {
    try {
      Method socket = AbstractProcessor.class.getDeclaredMethod("getSocketWrapper");
      socket.setAccessible(true);
      return socket;
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("this version of Tomcat does not show the connection of a response", e);
      return null;
    }
  }

  /**
   * Has Tomcat reset the connection when it closes it, or cancels the stream in HTTP/2. Does
   * nothing in versions of Tomcat that do not show their members for that.
   */
  static void prepare(Response response) {
    if (HOOK == null || SOCKET == null) {
      return;
    }
    try {
      Object processor = HOOK.get(response.getCoyoteResponse());
      if (!response.getRequest().getProtocol().startsWith("HTTP/1.")) {
        if (CANCEL != null) {
          CANCEL.run(processor);
        }
        return;
      }
      Object socket =
          processor instanceof AbstractProcessor
                  && SOCKET.invoke(processor) instanceof SocketWrapperBase<?> wrapper
              ? wrapper.getSocket()
              : null;
      Object channel =
          socket instanceof NioChannel nio
              ? nio.getIOChannel()
              : socket instanceof Nio2Channel nio2 ? nio2.getIOChannel() : null;
      if (channel instanceof NetworkChannel network) {
        network.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (ReflectiveOperationException | IOException | RuntimeException e) {
      log.debug("the connection of a response that is cut off is closed without a reset", e);
    }
  }
}
