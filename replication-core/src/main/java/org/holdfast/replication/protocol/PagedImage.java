// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
  /** The number of bytes up to which an image is one array, and a page stays one page. */
  static final int MOST_PAGE_BYTES = 8 << 10;

  /**
   * The number of bytes of a new page; one with a single attribute may be larger. Half of the most:
   * so pages do not part again with each attribute that grows a little.
   */
  private static final int NEW_PAGE_BYTES = MOST_PAGE_BYTES / 2;

  /**
   * The mean size below which all pages are cut anew. Pages as they are cut have about twice as
   * many bytes, so half of the session has to go, or as many attributes as there are pages to come,
   * before it costs a copy of the session.
   */
  private static final int LEAST_MEAN_BYTES = NEW_PAGE_BYTES / 4;

  private final byte[] settings;
  private final int count;
  private final long attributeBytes;

  /** The pages, at least one; of more than one, none is empty. */
  private final byte[][] pages;

  private PagedImage(byte[] settings, int count, long attributeBytes, List<byte[]> pages) {
    this.settings = settings;
    this.count = count;
    this.attributeBytes = attributeBytes;
    this.pages = pages.isEmpty() ? new byte[1][0] : pages.toArray(byte[][]::new);
  }

  /** Cuts a packed image into pages. Costs a copy of it. */
  static PagedImage of(byte[] packed) {
    PackedReader reader = new PackedReader(packed, 0);
    byte[] settings = reader.readBytes();
    int count = reader.readNumber();
    List<byte[]> pages = new ArrayList<>();
    cut(packed, reader.position(), pages);
    return new PagedImage(settings, count, packed.length - reader.position(), pages);
  }

  /** Returns the content of an image of these parts: one array if that is short enough. */
  static Object content(byte[] settings, int count, Splice attributes) {
    long bytes = packedBytes(settings, count, attributes.length());
    if (bytes > MOST_PAGE_BYTES) {
      byte[] all = new byte[attributes.length()];
      attributes.write(all, 0);
      List<byte[]> pages = new ArrayList<>();
      cut(all, 0, pages);
      return new PagedImage(settings, count, all.length, pages);
    }
    byte[] packed = new byte[(int) bytes];
    attributes.write(packed, writeHead(settings, count, packed, 0));
    return packed;
  }

  /** Returns the content of the image: one array if that is short enough. */
  Object content() {
    return packedBytes() > MOST_PAGE_BYTES ? this : packed();
  }

  private static long packedBytes(byte[] settings, int count, long attributeBytes) {
    return AttributeChange.packedBytes(settings) + VarInt.length(count) + attributeBytes;
  }

  private static int writeHead(byte[] settings, int count, byte[] to, int at) {
    return VarInt.write(count, to, AttributeChange.write(settings, to, at));
  }

  /**
   * Adds the attributes from {@code from} on to {@code pages}, in pages of the size of new ones.
   */
  private static void cut(byte[] attributes, int from, List<byte[]> pages) {
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
    writePages(Arrays.asList(pages), to, writeHead(settings, count, to, at));
  }

  private static void writePages(List<byte[]> pages, byte[] to, int at) {
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
    List<byte[]> before = Arrays.asList(pages);
    List<byte[]> after = new ArrayList<>(pages.length + 2);
    int newCount = count;
    long bytes = attributeBytes;
    int kept = 0;
    int next = 0;
    while (next < changes.length) {
      int page = pageOf(changes[next].name(), kept);
      int last = next + 1;
      while (last < changes.length
          && (page + 1 == pages.length || isBefore(changes[last].name(), page + 1))) {
        last++;
      }
      Splice splice = new Splice(pages[page], 0, changes, next, last);
      newCount += splice.added();
      bytes += splice.length() - pages[page].length;
      after.addAll(before.subList(kept, page));
      addTo(after, splice);
      kept = page + 1;
      next = last;
    }
    after.addAll(before.subList(kept, pages.length));
    if (bytes < (long) after.size() * LEAST_MEAN_BYTES) {
      after = cutAnew(after, (int) bytes);
    }
    return new PagedImage(newSettings == null ? settings : newSettings, newCount, bytes, after);
  }

  private static void addTo(List<byte[]> pages, Splice splice) {
    byte[] page = new byte[splice.length()];
    splice.write(page, 0);
    if (page.length > MOST_PAGE_BYTES) {
      cut(page, 0, pages);
    } else if (page.length > 0) {
      pages.add(page);
    }
  }

  private static List<byte[]> cutAnew(List<byte[]> pages, int bytes) {
    byte[] all = new byte[bytes];
    writePages(pages, all, 0);
    List<byte[]> anew = new ArrayList<>();
    cut(all, 0, anew);
    return anew;
  }
}
