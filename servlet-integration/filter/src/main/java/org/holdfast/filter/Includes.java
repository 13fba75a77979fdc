// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A way to set headers and the status of a response while a page includes another one. If the
 * response commits then, the filter must set its cookie or 503. Undertow ignores all headers and
 * the status during an include, also the filter's. So this clears Undertow's include flag by
 * reflection, and sets it again. Other containers ignore only what the included page sets.
 *
 * <p>Thread-safe: any thread that has a request may call it.
 */
final class Includes {
  /** A step that sets headers or the status of a response. */
  @FunctionalInterface
  interface Step<E extends Exception> {
    void take() throws E;
  }

  /** The include flag of Undertow's responses. */
  private record Flag(Method read, Method write) {
    /** Clears the flag; returns whether it was set. */
    boolean clear(ServletResponse response) throws ReflectiveOperationException {
      boolean was = Boolean.TRUE.equals(read.invoke(response));
      if (was) {
        write.invoke(response, false);
      }
      return was;
    }
  }

  private static final Logger log = LoggerFactory.getLogger(Includes.class);

  /** A flag that is set once {@link #flag} was looked for, at the first response. */
  private volatile boolean known;

  /** The flag of Undertow's responses; null in other containers. Written before {@link #known}. */
  private volatile @Nullable Flag flag;

  /**
   * Takes {@code step}, which sets headers or the status of {@code response}, outside of any
   * include.
   */
  <E extends Exception> void outside(ServletResponse response, Step<E> step) throws E {
    ServletResponse container = response;
    while (container instanceof ServletResponseWrapper wrapper) {
      container = wrapper.getResponse();
    }
    Flag present = flagOf(container);
    boolean cleared = present != null && clear(present, container);
    try {
      step.take();
    } finally {
      if (cleared && present != null) {
        restore(present, container);
      }
    }
  }

  private @Nullable Flag flagOf(ServletResponse container) {
    if (!known) {
      flag = read(container.getClass());
      known = true;
    }
    return flag;
  }

  private static @Nullable Flag read(Class<?> container) {
    if (!container.getName().startsWith("io.undertow.servlet.")) {
      return null;
    }
    try {
      return new Flag(
          container.getMethod("isInsideInclude"),
          container.getMethod("setInsideInclude", boolean.class));
    } catch (ReflectiveOperationException e) {
      log.debug("{} does not show whether it is in an include", container.getName(), e);
      return null;
    }
  }

  private static boolean clear(Flag flag, ServletResponse container) {
    try {
      return flag.clear(container);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("{} does not say whether it is in an include", container.getClass().getName(), e);
      return false;
    }
  }

  private static void restore(Flag flag, ServletResponse container) {
    try {
      flag.write().invoke(container, true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn(
          "Holdfast cleared the include flag of {} and could not set it again",
          container.getClass().getName(),
          e);
    }
  }
}
