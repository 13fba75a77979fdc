// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.asyncqueue.WritableMessage;
import org.jspecify.annotations.Nullable;

/*
 * Threads: any thread offers and flushes; a thread that finds no write in flight becomes the writer and writes until
 * the queue is empty or the socket is full; in the latter case the selector thread continues once there is room.
 * Lock: `lock`, held for a few instructions, never during a copy or a write.
 * I1  at most one write is in flight (`writing`); the fields below `connection` belong to its
 *     writer. The next writer sees them through writeState or the lock.
 * I2  queuedBytes is the cost, queuedFrames the number of all frames that were accepted and not yet
 *     handed to the operating system; queuedBytes is at most maxQueuedBytes.
 * I3  frames leave in the order in which offer() took the lock.
 * Checked by: OutgoingOrderIT, BackPressureIT.
 */
/**
 * The frames on their way to one peer over one connection, from before it is open until it is lost;
 * never used again after that.
 *
 * <p>No frame waits for a timer: a frame offered to an idle stream is written by the caller at
 * once, and frames offered during a write leave together in the next one, up to {@value
 * #GATHER_BYTES} bytes.
 */
final class OutgoingStream
    extends EmptyCompletionHandler<WriteResult<WritableMessage, SocketAddress>> {
  enum Offer {
    ACCEPTED,
    /** A refusal, as the queue is over its bound. */
    FULL,
    /** A refusal, as the connection is lost; the stream that follows it may accept. */
    CLOSED
  }

  static final int GATHER_BYTES = 64 * 1024;

  /**
   * The bytes that an array and its place in the queue take besides its contents, so that the bound
   * holds for tiny frames too.
   */
  static final int FRAME_OVERHEAD_BYTES = 32;

  private static final int WRITE_STARTED = 0;
  private static final int WRITE_PENDING = 1;
  private static final int WRITE_DONE = 2;

  private final long maxQueuedBytes;
  private final Counters counters;
  private final Object lock = new Object();
  private final AtomicInteger writeState = new AtomicInteger(WRITE_DONE);

  @GuardedBy("lock")
  private ArrayDeque<byte[]> queue = new ArrayDeque<>();

  @GuardedBy("lock")
  private long queuedBytes;

  @GuardedBy("lock")
  private int queuedFrames;

  @GuardedBy("lock")
  private boolean writing;

  @GuardedBy("lock")
  private boolean closed;

  /**
   * The flag that is set if a heart-beat is to go out after the next write that ends with a whole
   * frame.
   */
  @GuardedBy("lock")
  private boolean beatDue;

  @GuardedBy("lock")
  private @Nullable Connection<SocketAddress> connection;

  private ArrayDeque<byte[]> taken = new ArrayDeque<>();
  private ByteBuffer gather = ByteBuffer.allocate(0);
  private byte @Nullable [] current;
  private int currentBytes;
  private int gatheredFrames;
  private long gatheredCost;
  private boolean beating;
  private final StallDetector stall = new StallDetector();

  OutgoingStream(long maxQueuedBytes, Counters counters) {
    this.maxQueuedBytes = maxQueuedBytes;
    this.counters = counters;
  }

  /**
   * Queues {@code frame} and, unless a write is in flight or the caller's delivery will flush,
   * writes it.
   */
  Offer offer(byte[] frame) {
    boolean flushNow;
    synchronized (lock) {
      if (closed) {
        return Offer.CLOSED;
      }
      long cost = cost(frame);
      if (cost > maxQueuedBytes - queuedBytes) {
        return Offer.FULL;
      }
      queuedBytes += cost;
      queuedFrames++;
      queue.add(frame);
      if (connection == null || writing) {
        return Offer.ACCEPTED;
      }
      flushNow = queuedBytes >= GATHER_BYTES;
    }
    if (flushNow || !SelectorThread.holdsBack(this)) {
      flush();
    }
    return Offer.ACCEPTED;
  }

  /**
   * Sends a heart-beat behind the queued frames: an empty frame that the peer returns. The bound of
   * the queue does not count it.
   */
  void beat() {
    synchronized (lock) {
      beatDue = true;
    }
    flush();
  }

  /** Takes note that the peer returned a heart-beat. */
  void beatReturned() {
    stall.heard();
  }

  /**
   * Tells whether the connection is stuck. It is if for {@value StallDetector#LOOKS} looks no
   * heart-beat came back, no full socket got room, and no socket took a part of a larger frame.
   */
  boolean isStalled() {
    return stall.isStalled();
  }

  /** Writes the queued frames, unless a write is in flight and will take them along. */
  void flush() {
    synchronized (lock) {
      boolean nothing = queue.isEmpty() && !beatDue;
      if (closed || connection == null || writing || nothing) {
        return;
      }
      writing = true;
    }
    write();
  }

  /** Lets the frames go out over {@code opened}, after the handshake. */
  void open(Connection<SocketAddress> opened) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      gather = ByteBuffer.allocateDirect(GATHER_BYTES);
      connection = opened;
    }
    flush();
  }

  /** Drops the queued frames and accepts nothing any more. */
  void close() {
    synchronized (lock) {
      closed = true;
      counters.framesDropped.add(queuedFrames);
      queue.clear();
    }
  }

  @Override
  public void completed(WriteResult<WritableMessage, SocketAddress> result) {
    if (writeState.getAndSet(WRITE_DONE) == WRITE_PENDING) {
      // The socket was full: only what the peer's machine has acknowledged makes room in it.
      stall.heard();
      write();
    }
  }

  /** Does nothing: Grizzly closes a connection whose write failed, which ends this stream. */
  @Override
  public void failed(Throwable reason) {}

  /**
   * Runs as the writer. A completion on this thread only sets the state, so the stack does not grow
   * with the queue.
   */
  private void write() {
    Connection<SocketAddress> target;
    while ((target = nextWrite()) != null) {
      writeState.set(WRITE_STARTED);
      ConnectionWriter.write(target, gather, this);
      if (writeState.compareAndSet(WRITE_STARTED, WRITE_PENDING)) {
        return;
      }
    }
  }

  /**
   * Accounts for the write before, fills the buffer; returns where to write it, or null if there is
   * nothing to write.
   */
  private @Nullable Connection<SocketAddress> nextWrite() {
    Connection<SocketAddress> target;
    synchronized (lock) {
      queuedBytes -= gatheredCost;
      queuedFrames -= gatheredFrames;
      if (closed) {
        return null;
      }
      target = connection;
      if (taken.isEmpty()) {
        ArrayDeque<byte[]> empty = taken;
        taken = queue;
        queue = empty;
      }
      beating |= beatDue;
      beatDue = false;
      if (taken.isEmpty() && current == null && !beating) {
        writing = false;
        gatheredCost = 0;
        gatheredFrames = 0;
        return null;
      }
    }
    if (current != null) {
      // The socket took a part of a frame at once: this process is slow, not the peer.
      stall.heard();
    }
    gather();
    return target;
  }

  private void gather() {
    gather.clear();
    gatheredFrames = 0;
    gatheredCost = 0;
    while (copyCurrent()) {
      gatheredFrames++;
    }
    int bytes = gather.position();
    if (beating && current == null && gather.remaining() >= FrameSplitter.LENGTH_BYTES) {
      gather.putInt(0);
      beating = false;
    }
    gather.flip();
    if (bytes > 0) {
      counters.writes.increment();
      counters.framesSent.add(gatheredFrames);
      counters.bytesSent.add(bytes);
    }
  }

  /**
   * Copies the next frame, or what is left of it; returns whether all of it found room and more may
   * follow.
   */
  private boolean copyCurrent() {
    byte[] frame = current;
    if (frame == null) {
      frame = taken.peek();
      if (frame == null || gather.remaining() < FrameSplitter.LENGTH_BYTES) {
        return false;
      }
      taken.remove();
      current = frame;
      currentBytes = 0;
      gather.putInt(frame.length);
    }
    int count = Math.min(gather.remaining(), frame.length - currentBytes);
    gather.put(frame, currentBytes, count);
    currentBytes += count;
    if (currentBytes < frame.length) {
      return false;
    }
    gatheredCost += cost(frame);
    current = null;
    return true;
  }

  private static long cost(byte[] frame) {
    return (long) frame.length + FRAME_OVERHEAD_BYTES;
  }
}
