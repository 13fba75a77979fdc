// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of bytes that a container takes at once before it sends them past its buffer, and the
 * headers with them. Jetty has a setting for it, a quarter of its buffer by default; Undertow,
 * Grizzly and Tomcat fill their buffers.
 */
final class LargeWrites {
  /** The value for unknown containers: the response asks for replication a little early. */
  private static final long CAUTIOUS_BYTES = 2_048;

  private static final long UNKNOWN = -1;
  private static final Logger log = LoggerFactory.getLogger(LargeWrites.class);

  /**
   * The value that was read once, from the first request: connectors of one server hardly differ.
   */
  private volatile long largestBufferedBytes = UNKNOWN;

  /** Returns the longest single write, in bytes, that stays in the buffer if there is room. */
  long largestBuffered(ServletRequest request) {
    long known = largestBufferedBytes;
    if (known == UNKNOWN) {
      known = read(request);
      largestBufferedBytes = known;
    }
    return known;
  }

  private static long read(ServletRequest request) {
    ServletRequest container = request;
    while (container instanceof ServletRequestWrapper wrapper) {
      container = wrapper.getRequest();
    }
    String name = container.getClass().getName();
    if (name.startsWith("io.undertow.")
        || name.startsWith("org.glassfish.grizzly.")
        || name.startsWith("org.apache.catalina.")) {
      return Long.MAX_VALUE;
    }
    try {
      if (name.startsWith("org.eclipse.jetty.ee")) {
        Object connection =
            ContainerObjects.call(
                ContainerObjects.call(container, "getRequest"), "getConnectionMetaData");
        Object configuration = ContainerObjects.call(connection, "getHttpConfiguration");
        return (int) ContainerObjects.call(configuration, "getOutputAggregationSize");
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not show how much it buffers", name, e);
    }
    return CAUTIOUS_BYTES;
  }
}
