// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.util.function.BooleanSupplier;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/**
 * Sends warnings and worse, and why requests were refused, to standard error, one line each; stack
 * traces follow on lines of their own.
 */
final class NodeLogging {
  /** Held here, because java.util.logging forgets the level of a logger that nobody holds. */
  private static final Logger TOMCAT = Logger.getLogger("org.apache");

  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

  private static final Logger WEB_APPLICATION =
      Logger.getLogger("org.apache.catalina.core.StandardContext");

  /** Says why a request is answered 503, which whoever reads a report of such answers asks next. */
  private static final Logger REFUSALS =
      Logger.getLogger("org.holdfast.servlet.session.RefusalLog");

  private NodeLogging() {}

  /** Keeps containers from telling each step of their life; a node says itself when it serves. */
  static void quietContainers() {
    TOMCAT.setLevel(Level.WARNING);
    JETTY.setLevel(Level.WARNING);
  }

  /** Replaces whatever configuration {@code java.util.logging} of this process had. */
  static void warningsToStandardError() {
    LogManager.getLogManager().reset();
    Handler handler = new StandardError();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(handler);
    REFUSALS.setLevel(Level.INFO);
  }

  /** Undoes what {@link #saidOnce} did. */
  interface SaidOnce extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Drops what Tomcat says of a web application that does not start while {@code toldAnyway} is
   * true: its lines and stack traces bury the one line that tells the same.
   */
  static SaidOnce saidOnce(BooleanSupplier toldAnyway) {
    WEB_APPLICATION.setFilter(entry -> !toldAnyway.getAsBoolean());
    return () -> WEB_APPLICATION.setFilter(null);
  }

  /**
   * Not a {@link java.util.logging.ConsoleHandler}: Tomcat gives those a formatter of its own when
   * it is loaded.
   */
  private static final class StandardError extends StreamHandler {
    StandardError() {
      super(System.err, new OneLine());
    }

    @Override
    public synchronized void publish(LogRecord entry) {
      super.publish(entry);
      flush();
    }

    /** Standard error stays open. */
    @Override
    public synchronized void close() {
      flush();
    }
  }

  private static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord entry) {
      StringBuilder text = new StringBuilder(160);
      text.append(entry.getInstant()).append(' ').append(entry.getLevel().getName()).append(' ');
      text.append(shortName(entry.getLoggerName())).append(": ").append(formatMessage(entry));
      text.append(System.lineSeparator());
      Throwable thrown = entry.getThrown();
      for (Throwable t = thrown; t != null; t = t.getCause()) {
        text.append(t == thrown ? "  " : "  caused by ").append(t).append(System.lineSeparator());
        for (StackTraceElement frame : t.getStackTrace()) {
          text.append("    at ").append(frame).append(System.lineSeparator());
        }
      }
      return text.toString();
    }

    private static String shortName(String loggerName) {
      return loggerName == null ? "-" : loggerName.substring(loggerName.lastIndexOf('.') + 1);
    }
  }
}
