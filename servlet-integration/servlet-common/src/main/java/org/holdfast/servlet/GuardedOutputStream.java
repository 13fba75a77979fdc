// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/*
 * Threads: the one thread that has the response, as with any response. If it is written without blocking, the container also
 * calls EndingListener, on a thread of its own that may come while finish() runs: `waitingEnd` decides which of the two
 * threads writes the end.
 */

/**
 * A stream that asks the guard before a write or flush that could reach the client, and holds back
 * bytes that may not leave yet.
 *
 * <p>A response that is written without blocking holds back only its last byte. The container
 * accepts one write each time that it has reported to be ready, so each write of the application is
 * passed on as one.
 *
 * <p>In {@link ServletOutputStream} every other {@code print} and {@code println} calls {@code
 * print(String)}, and {@code write(ByteBuffer)} of Servlet 6.1 calls one of the two methods {@code
 * write} here.
 */
final class GuardedOutputStream extends ServletOutputStream implements HeldBody {
  /**
   * A text that is held back.
   *
   * @param at the number of held bytes that come before it
   */
  private record Print(int at, String text) {}

  private static final byte[] NOTHING = {};

  private final CommitGuardedResponse response;
  private final ServletOutputStream target;
  private byte[] held = NOTHING;
  private int count;

  /** The texts that the container prints between the bytes, in their order. */
  private final List<Print> prints = new ArrayList<>(0);

  /** The total length of {@link #prints}, in characters. */
  private int printed;

  private boolean nonBlocking;

  /** The bytes that are left when the application is done, and the step after they are written. */
  private static final class Ending {
    private final byte[] bytes;
    private final Runnable later;

    Ending(byte[] bytes, Runnable later) {
      this.bytes = bytes;
      this.later = later;
    }
  }

  /**
   * The end of the response while the container is not ready for it; else null. The thread that
   * takes it out writes it.
   */
  private final AtomicReference<@Nullable Ending> waitingEnd = new AtomicReference<>();

  GuardedOutputStream(CommitGuardedResponse response, ServletOutputStream target) {
    this.response = response;
    this.target = target;
  }

  /**
   * Returns whether this object writes to {@code stream}. Containers may return another stream
   * after a reset.
   */
  boolean wraps(ServletOutputStream stream) {
    return target == stream;
  }

  @Override
  public void write(int b) throws IOException {
    switch (response.wayOf(1)) {
      case PASS -> target.write(b);
      case HOLD -> hold(new byte[] {(byte) b}, 0, 1);
      case DROP -> response.failIfBroken();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    switch (response.wayOf(length)) {
      case PASS -> target.write(bytes, offset, length);
      case HOLD -> hold(bytes, offset, length);
      case DROP -> response.failIfBroken();
    }
  }

  /**
   * Has the container print the text: some containers accept letters that the {@code print} of
   * {@link ServletOutputStream} rejects.
   */
  @Override
  public void print(@Nullable String text) throws IOException {
    String shown = String.valueOf(text);
    switch (response.wayOf(response.encodedLength().of(shown, 0, shown.length()))) {
      case PASS -> target.print(shown);
      case HOLD -> holdPrint(shown);
      case DROP -> response.failIfBroken();
    }
  }

  private void holdPrint(String text) throws IOException {
    if (text.isEmpty()) {
      return; // pass() keeps the last character of the last text, which must not be empty
    }
    if (nonBlocking || text.length() > MOST - count - printed) {
      if (!response.mayCommit()) {
        response.failIfBroken();
        return;
      }
      passAll();
    }
    prints.add(new Print(count, text));
    printed += text.length();
    if (nonBlocking || printed > MOST) {
      pass();
    }
  }

  private void hold(byte[] bytes, int offset, int length) throws IOException {
    if (!nonBlocking && length <= MOST - count - printed) {
      append(bytes, offset, length);
      return;
    }
    if (!response.mayCommit()) {
      response.failIfBroken();
      return;
    }
    int kept = response.isWhole() && length > 0 ? 1 : 0;
    if (nonBlocking && count > 0) {
      // The held bytes came before setWriteListener, or this write exceeds the declared length.
      append(bytes, offset, length - kept);
      passAll();
    } else {
      passAll();
      if (length > kept) {
        target.write(bytes, offset, length - kept);
      }
    }
    append(bytes, offset + length - kept, kept);
  }

  private void append(byte[] bytes, int offset, int length) {
    if (length > held.length - count) {
      held = Arrays.copyOf(held, Math.max(count + length, Math.min(2 * held.length, MOST)));
    }
    System.arraycopy(bytes, offset, held, count, length);
    count += length;
  }

  private void passAll() throws IOException {
    int bytes = count;
    List<Print> between = List.copyOf(prints);
    clear();
    int from = 0;
    for (Print print : between) {
      passBytes(from, print.at());
      target.print(print.text());
      from = print.at();
    }
    passBytes(from, bytes);
  }

  private void passBytes(int from, int to) throws IOException {
    if (from < to) {
      target.write(held, from, to - from);
    }
  }

  @Override
  public void pass() throws IOException {
    if (!response.isWhole()) {
      passAll();
    } else if (!prints.isEmpty() && prints.get(prints.size() - 1).at() == count) {
      String text = prints.remove(prints.size() - 1).text();
      int kept = lengthOfLast(text);
      prints.add(new Print(count, text.substring(0, text.length() - kept)));
      passAll();
      prints.add(new Print(0, text.substring(text.length() - kept)));
      printed = kept;
    } else if (count > 0) {
      byte last = held[--count];
      passAll();
      append(new byte[] {last}, 0, 1);
    }
  }

  /** Returns the length of the last character: 2 for a pair of surrogates, 0 for an empty text. */
  static int lengthOfLast(CharSequence text) {
    int length = text.length();
    return length > 1 && Character.isLowSurrogate(text.charAt(length - 1))
        ? 2
        : Math.min(length, 1);
  }

  @Override
  public boolean finish(boolean close, Runnable later) throws IOException {
    if (!nonBlocking) {
      passAll();
      if (close) {
        target.close();
      }
      return true;
    }
    byte[] end = end();
    clear();
    if (end.length == 0 || response.writeEndAtOnce(end)) {
      return true;
    }
    // Set before isReady: once that returns false, the container may call EndingListener.
    Ending ending = new Ending(end, later);
    waitingEnd.set(ending);
    if (target.isReady() && waitingEnd.compareAndSet(ending, null)) {
      target.write(end);
      return true;
    }
    return false;
  }

  /** Returns the last byte, or character, of a response that is written without blocking. */
  private byte[] end() {
    if (prints.isEmpty()) {
      return Arrays.copyOf(held, count);
    }
    StringBuilder text = new StringBuilder();
    prints.forEach(print -> text.append(print.text()));
    return text.toString().getBytes(Charset.forName(response.getCharacterEncoding()));
  }

  @Override
  public void clear() {
    count = 0;
    prints.clear();
    printed = 0;
  }

  @Override
  public void flush() throws IOException {
    boolean holds = count > 0;
    if (response.passHeld()) {
      // The write of held bytes may have made the container busy: it sends them without a flush.
      if (!nonBlocking || !holds || target.isReady()) {
        target.flush();
      }
    } else {
      response.failIfBroken();
    }
  }

  @Override
  public void close() throws IOException {
    response.failIfBroken();
    response.close();
  }

  @Override
  public boolean isReady() {
    return target.isReady();
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    target.setWriteListener(new EndingListener(listener));
    nonBlocking = true;
  }

  /** A listener that calls the application's, and at last writes the end of the response. */
  private final class EndingListener implements WriteListener {
    private final WriteListener application;

    EndingListener(WriteListener application) {
      this.application = application;
    }

    @Override
    public void onWritePossible() throws IOException {
      Ending ending = waitingEnd.get();
      if (ending == null) {
        application.onWritePossible();
      } else if (target.isReady() && waitingEnd.compareAndSet(ending, null)) {
        try {
          target.write(ending.bytes);
        } catch (IOException clientGone) {
          // The container has noticed that, too, and still ends the request.
        }
        ending.later.run();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      Ending ending = waitingEnd.getAndSet(null);
      try {
        application.onError(thrown);
      } finally {
        if (ending != null) {
          ending.later.run();
        }
      }
    }
  }
}
