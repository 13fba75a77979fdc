// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import jakarta.servlet.ServletException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line per request, at once: when, method, status and microseconds; no address of the
 * request, which may hold a session id. Keeps the newest megabyte or two, in two files. A line that
 * cannot be written is counted, and the request is answered all the same: a full disk must not take
 * a server down.
 */
final class RequestLog extends ValveBase implements AutoCloseable {
  private static final long FILE_BYTES = 1 << 20;

  private final Path file;

  @GuardedBy("this")
  private @Nullable OutputStream out;

  @GuardedBy("this")
  private long bytes;

  @GuardedBy("this")
  private long lines;

  @GuardedBy("this")
  private long lost;

  RequestLog(Path file) {
    super(true);
    this.file = file;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    long begin = System.nanoTime();
    try {
      getNext().invoke(request, response);
    } finally {
      write(request.getMethod(), response.getStatus(), begin);
    }
  }

  /** Writes the line of a request that began at {@code beginNanos} and has ended now. */
  void write(String method, int status, long beginNanos) {
    long micros = (System.nanoTime() - beginNanos) / 1_000;
    write(
        Instant.now().truncatedTo(ChronoUnit.MILLIS)
            + " "
            + method
            + " "
            + status
            + " "
            + micros
            + "\n");
  }

  synchronized void write(String line) {
    byte[] encoded = line.getBytes(StandardCharsets.UTF_8);
    try {
      OutputStream to = out;
      if (to == null) {
        to = new FileOutputStream(file.toFile());
        out = to;
        bytes = 0;
      }
      to.write(encoded);
      lines++;
      bytes += encoded.length;
      if (bytes >= FILE_BYTES) {
        close();
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      lost++;
    }
  }

  /** Lines that were written. */
  synchronized long lines() {
    return lines;
  }

  /** Lines that could not be written. */
  synchronized long lost() {
    return lost;
  }

  @Override
  public synchronized void close() {
    OutputStream open = out;
    out = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // Nothing is buffered, so nothing is lost.
      }
    }
  }
}
