// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads thread dumps: of jstack, {@code jcmd Thread.print} and {@code kill -3} of JDK 6 and newer,
 * in a log as well, and of {@code jcmd Thread.dump_to_file}, text or JSON, of JDK 21 and newer.
 *
 * <p>Time grows with the length of the text; lines that are no part of a dump cost no memory. What
 * is kept has bounds: 64 million characters of names and frames that differ, a million threads,
 * 1,000 frames of each.
 */
public final class ThreadDumps {
  private static final int MAX_TEXT = 64_000_000;
  private static final int HEAD_BYTES = 8_192;
  private static final Pattern JSON = Pattern.compile("\\s*\\{\\s*\"threadDump\"");

  private ThreadDumps() {}

  /**
   * Returns the dumps of a file, one at least, in their order.
   *
   * @throws NotADumpException if there is none in it, or more than the bounds
   * @throws IOException if it cannot be read
   */
  public static List<ThreadDump> read(Path file) throws IOException {
    String source = file.toString();
    if (Files.isDirectory(file)) {
      throw new NotADumpException(source + " is a directory: name the files in it");
    }
    try (BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file), 65_536)) {
      in.mark(HEAD_BYTES);
      byte[] head = in.readNBytes(HEAD_BYTES);
      in.reset();
      Charset charset = charset(head);
      requireText(source, head, charset);
      return read(source, in, head, charset);
    }
  }

  /**
   * Returns the dumps of a text in memory, one at least, in their order.
   *
   * @param source what to call it, for people
   * @throws NotADumpException if there is none in it, or more than the bounds
   */
  public static List<ThreadDump> parse(String source, String text) throws IOException {
    TextPool pool = new TextPool(source, MAX_TEXT);
    Reader reader = new StringReader(text);
    return numbered(
        JSON.matcher(text).lookingAt()
            ? new JsonDumps(source, pool).read(reader)
            : new TextDumps(source, pool).read(reader));
  }

  private static List<ThreadDump> read(String source, InputStream in, byte[] head, Charset charset)
      throws IOException {
    // A byte order mark is no part of the first line.
    String start = new String(head, charset);
    Reader reader = new InputStreamReader(in, charset);
    if (start.startsWith("\uFEFF")) {
      start = start.substring(1);
      if (reader.read() < 0) {
        throw new IOException(source + " has become shorter");
      }
    }
    TextPool pool = new TextPool(source, MAX_TEXT);
    return numbered(
        JSON.matcher(start).lookingAt()
            ? new JsonDumps(source, pool).read(reader)
            : new TextDumps(source, pool).read(reader));
  }

  /** PowerShell writes what programs print in UTF-16. */
  private static Charset charset(byte[] head) {
    if (startsWith(head, 0xFF, 0xFE)) {
      return StandardCharsets.UTF_16LE;
    }
    return startsWith(head, 0xFE, 0xFF) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
  }

  private static boolean startsWith(byte[] head, int... bytes) {
    return head.length >= bytes.length
        && IntStream.range(0, bytes.length).allMatch(i -> (head[i] & 0xFF) == bytes[i]);
  }

  private static void requireText(String source, byte[] head, Charset charset)
      throws NotADumpException {
    if (head.length == 0) {
      throw new NotADumpException(source + " is empty");
    }
    if (startsWith(head, 0x1F, 0x8B) || startsWith(head, 'P', 'K', 3, 4)) {
      throw new NotADumpException(source + " is compressed: unpack it first");
    }
    if (new String(head, StandardCharsets.ISO_8859_1).startsWith("JAVA PROFILE")) {
      throw new NotADumpException(source + " is a heap dump, not a thread dump");
    }
    boolean binary =
        charset.equals(StandardCharsets.UTF_8)
            && IntStream.range(0, head.length).anyMatch(i -> head[i] == 0);
    if (binary) {
      throw new NotADumpException(source + " is binary, not a thread dump");
    }
  }

  private static List<ThreadDump> numbered(List<ThreadDump> dumps) {
    return dumps.size() == 1
        ? List.copyOf(dumps)
        : IntStream.range(0, dumps.size())
            .mapToObj(i -> dumps.get(i).from(dumps.get(i).source() + "#" + (i + 1)))
            .toList();
  }
}
