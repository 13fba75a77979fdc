// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.replication.logging.RareLines;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.Slf4jLogImpl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loggers of one channel. In plaintext a process that knows the cluster makes JGroups warn of
 * each message that it sends, under names of its choice. Each kind of warning or error has one line
 * a minute, with the number of events that had none. Thread-safe.
 */
final class ChannelLogs implements CustomLogFactory {
  /** The form of the number of a message of JGroups. */
  private static final Pattern NUMBER = Pattern.compile("^JGRP\\d+");

  /**
   * The number of the warning about an acknowledgement of a process that has just left the view, or
   * is about to join it. JGroups ignores such an acknowledgement.
   */
  private static final String LATE_ACK = "JGRP000293";

  private final LongSupplier clock;
  private final RareLines rare = new RareLines();

  /**
   * @param clock as {@link System#nanoTime}
   */
  ChannelLogs(LongSupplier clock) {
    this.clock = clock;
  }

  @Override
  public Log getLog(Class<?> type) {
    return getLog(type.getName());
  }

  @Override
  public Log getLog(String name) {
    return new ChannelLog(LoggerFactory.getLogger(name));
  }

  private final class ChannelLog extends Slf4jLogImpl {
    private final Logger logger;

    ChannelLog(Logger logger) {
      super(Locale.ROOT, logger);
      this.logger = logger;
    }

    @Override
    public void warn(@Nullable String message) {
      add(kindOf(message), logger::warn, String.valueOf(message));
    }

    @Override
    public void warn(String format, Object... arguments) {
      if (format.startsWith(LATE_ACK)) {
        logger.debug(text(format, arguments));
      } else {
        add(format, logger::warn, text(format, arguments));
      }
    }

    @Override
    public void warn(@Nullable String message, Throwable cause) {
      add(kindOf(message), line -> logger.warn(line, cause), String.valueOf(message));
    }

    @Override
    public void error(@Nullable String message) {
      add(kindOf(message), logger::error, String.valueOf(message));
    }

    @Override
    public void error(String format, Object... arguments) {
      add(format, logger::error, text(format, arguments));
    }

    @Override
    public void error(@Nullable String message, Throwable cause) {
      add(kindOf(message), line -> logger.error(line, cause), String.valueOf(message));
    }

    @Override
    public void fatal(@Nullable String message) {
      error(message);
    }

    @Override
    public void fatal(String format, Object... arguments) {
      error(format, arguments);
    }

    @Override
    public void fatal(@Nullable String message, Throwable cause) {
      error(message, cause);
    }

    /**
     * Returns the kind of a complete message, which contains details: its number, else its logger.
     */
    private String kindOf(@Nullable String message) {
      Matcher number = NUMBER.matcher(String.valueOf(message)); // JGroups logs causes without one
      return number.find() ? number.group() : logger.getName();
    }

    private String text(String format, Object... arguments) {
      return String.format(Locale.ROOT, format, arguments);
    }

    private void add(String kind, Consumer<String> log, String line) {
      rare.add(kind, clock.getAsLong(), log, line);
    }
  }
}
