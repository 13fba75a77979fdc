// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.replication.bytes.VarInt;
import org.jspecify.annotations.Nullable;

/**
 * An image in pages, so that a change copies a page and not the session. A page is an array of
 * packed attributes; all attributes are in the order of their names, first within a page and then
 * from page to page. Images that follow each other share the pages that no change has come to.
 * Immutable.
 *
 * <p>Names decide nothing but the order, so nobody can choose names that make a change dear.
 */
final class PagedImage {
  /** The number of bytes up to which an image is one array. */
  static final int MOST_PACKED_BYTES = 8 << 10;

  /**
   * The number of bytes of a new page; one with a single attribute may be larger. A page costs some
   * 24 bytes besides its own.
   */
  private static final int NEW_PAGE_BYTES = 3 << 10;

  /** The number of bytes up to which a page that grows stays one. */
  static final int MOST_PAGE_BYTES = 2 * NEW_PAGE_BYTES;

  /**
   * The mean size of pages below which all are cut anew, which copies the session. Two new pages
   * side by side have more than {@link #NEW_PAGE_BYTES}. So about half of the session has to go
   * before that happens.
   */
  static final int LEAST_MEAN_BYTES = NEW_PAGE_BYTES / 4;

  private static final byte[][] NO_ATTRIBUTES = new byte[1][0];

  private final byte[] settings;
  private final int count;
  private final long attributeBytes;

  /** The pages, at least one; of more than one, none is empty. */
  private final byte[][] pages;

  private PagedImage(byte[] settings, int count, long attributeBytes, byte[][] pages) {
    this.settings = settings;
    this.count = count;
    this.attributeBytes = attributeBytes;
    this.pages = pages.length == 0 ? NO_ATTRIBUTES : pages;
  }

  /** Cuts a packed image into pages. Costs a copy of it. */
  static PagedImage of(byte[] packed) {
    PackedReader reader = new PackedReader(packed, 0);
    byte[] settings = reader.readBytes();
    int count = reader.readNumber();
    int start = reader.position();
    return new PagedImage(settings, count, packed.length - start, cut(packed, start));
  }

  /** Returns the content of an image of these parts: one array if that is short enough. */
  static Object content(byte[] settings, int count, Splice attributes) {
    long bytes = packedBytes(settings, count, attributes.length());
    if (bytes > MOST_PACKED_BYTES) {
      byte[][] pages = cut(attributes.toBytes(), 0);
      return new PagedImage(settings, count, attributes.length(), pages);
    }
    byte[] packed = new byte[(int) bytes];
    attributes.write(packed, writeHead(settings, count, packed, 0));
    return packed;
  }

  /** Returns the content of the image: one array if that is short enough. */
  Object content() {
    return packedBytes() > MOST_PACKED_BYTES ? this : packed();
  }

  private static long packedBytes(byte[] settings, int count, long attributeBytes) {
    return AttributeChange.packedBytes(settings) + VarInt.length(count) + attributeBytes;
  }

  private static int writeHead(byte[] settings, int count, byte[] to, int at) {
    return VarInt.write(count, to, AttributeChange.write(settings, to, at));
  }

  /** Returns the attributes from {@code from} on, in pages of the size of new ones. */
  private static byte[][] cut(byte[] attributes, int from) {
    List<byte[]> pages = new ArrayList<>();
    PackedReader reader = new PackedReader(attributes, from);
    int start = from;
    while (reader.nextAttribute()) {
      if (reader.position() - start > NEW_PAGE_BYTES && reader.start() > start) {
        pages.add(Arrays.copyOfRange(attributes, start, reader.start()));
        start = reader.start();
      }
    }
    if (start < attributes.length) {
      boolean whole = start == 0;
      pages.add(whole ? attributes : Arrays.copyOfRange(attributes, start, attributes.length));
    }
    return pages.toArray(byte[][]::new);
  }

  byte[] settings() {
    return settings;
  }

  int attributeCount() {
    return count;
  }

  /** Returns the length of {@link #packed}. */
  long packedBytes() {
    return packedBytes(settings, count, attributeBytes);
  }

  byte[] packed() {
    byte[] packed = new byte[Math.toIntExact(packedBytes())];
    write(packed, 0);
    return packed;
  }

  /** Writes {@link #packed} to {@code to} from {@code at} on. */
  void write(byte[] to, int at) {
    writePages(pages, to, writeHead(settings, count, to, at));
  }

  private static void writePages(byte[][] pages, byte[] to, int at) {
    int position = at;
    for (byte[] page : pages) {
      System.arraycopy(page, 0, to, position, page.length);
      position += page.length;
    }
  }

  void forEachPage(Consumer<PackedReader> action) {
    for (byte[] page : pages) {
      action.accept(new PackedReader(page, 0));
    }
  }

  byte @Nullable [] attribute(String name) {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    return new PackedReader(pages[pageOf(wanted, 0)], 0).find(wanted);
  }

  /** Returns the page at {@code from} or after it that has {@code name}, or would have it. */
  private int pageOf(byte[] name, int from) {
    int page = from;
    int end = pages.length;
    while (end - page > 1) {
      int middle = (page + end) >>> 1;
      if (isBefore(name, middle)) {
        end = middle;
      } else {
        page = middle;
      }
    }
    return page;
  }

  private boolean isBefore(byte[] name, int page) {
    PackedReader reader = new PackedReader(pages[page], 0);
    return reader.nextAttribute() && reader.compareName(name) > 0;
  }

  /**
   * Returns the image after a step. Costs a copy of each page that a change comes to, and of the
   * list of pages.
   *
   * @param newSettings null if unchanged
   */
  PagedImage with(byte @Nullable [] newSettings, AttributeChange[] changes) {
    byte[][] after = pages.clone();
    int newCount = count;
    long bytes = attributeBytes;
    boolean even = true;
    int page = 0;
    int last;
    for (int first = 0; first < changes.length; first = last) {
      page = pageOf(changes[first].name(), page);
      last = first + 1;
      while (last < changes.length
          && (page + 1 == pages.length || isBefore(changes[last].name(), page + 1))) {
        last++;
      }
      Splice splice = new Splice(pages[page], 0, changes, first, last);
      newCount += splice.added();
      bytes += splice.length() - pages[page].length;
      after[page] = splice.toBytes();
      even &= splice.length() > 0 && splice.length() <= MOST_PAGE_BYTES;
    }
    if (bytes < (long) after.length * LEAST_MEAN_BYTES) {
      after = cut(joined(after, (int) bytes), 0);
    } else if (!even) {
      after = evened(after);
    }
    return new PagedImage(newSettings == null ? settings : newSettings, newCount, bytes, after);
  }

  /** Returns the pages without those that are empty; those that are too long are cut. */
  private static byte[][] evened(byte[][] pages) {
    List<byte[]> even = new ArrayList<>(pages.length + 2);
    for (byte[] page : pages) {
      if (page.length > MOST_PAGE_BYTES) {
        Collections.addAll(even, cut(page, 0));
      } else if (page.length > 0) {
        even.add(page);
      }
    }
    return even.toArray(byte[][]::new);
  }

  private static byte[] joined(byte[][] pages, int bytes) {
    byte[] all = new byte[bytes];
    writePages(pages, all, 0);
    return all;
  }
}
