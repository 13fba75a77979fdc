/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.membership.jgroups;

import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jspecify.annotations.Nullable;

/**
 * TCP whose senders never wait for a connection. JGroups connects in the one thread that sends
 * everything, so a host that is switched off or cut off, whose address then answers nothing at all,
 * holds up the heartbeats to all others for the whole connect time-out, again and again: two such
 * hosts, and the living suspect each other.
 *
 * <p>Here each address is connected to in a thread of its own, one at a time, which ends with the
 * connection. What is sent meanwhile waits for it up to a bound; the rest is lost, as on any
 * network, and sent again by the protocols above.
 */
final class NonBlockingTcp extends TCP {
  /** Messages that wait for one connection; membership sends a few in a second. */
  static final int MAX_WAITING = 32;

  private final Consumer<Address> onRefusal;

  /** By address; guarded by itself, and never held while anything is sent or connected. */
  private final Map<Address, Connecting> connecting = new HashMap<>();

  /**
   * @param onRefusal told in the connecting thread of each address at which nobody listens
   */
  NonBlockingTcp(Consumer<Address> onRefusal) {
    this.onRefusal = onRefusal;
    setId(ClassConfigurator.getProtocolId(TCP.class)); // on the wire it is the same protocol
  }

  @Override
  public void send(Address destination, byte[] data, int offset, int length) throws Exception {
    if (srv == null
        || srv.connectionEstablishedTo(destination)
        || destination.equals(srv.localAddress())) {
      super.send(destination, data, offset, length);
      return;
    }
    // The buffer is the sender's, who uses it again.
    byte[] message = Arrays.copyOfRange(data, offset, offset + length);
    synchronized (connecting) {
      Connecting underWay = connecting.get(destination);
      if (underWay == null) {
        underWay = new Connecting(destination);
        underWay.thread.start(); // first: an address without a thread would wait for ever
        connecting.put(destination, underWay);
      }
      if (underWay.waiting.size() < MAX_WAITING) {
        underWay.waiting.add(message);
      }
    }
  }

  private void sendNow(Address destination, byte[] message) throws Exception {
    super.send(destination, message, 0, message.length);
  }

  /** Waits for threads that connect, for as long as a connect time-out in all. */
  @Override
  public void stop() {
    super.stop();
    List<Connecting> left;
    synchronized (connecting) {
      left = List.copyOf(connecting.values());
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(getSockConnTimeout());
    try {
      for (Connecting each : left) {
        TimeUnit.NANOSECONDS.timedJoin(each.thread, deadline - System.nanoTime());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A connection that is being made, and the thread that makes it and sends what waits for it. */
  private final class Connecting implements Runnable {
    private final Address destination;
    private final Thread thread;

    /** In the order in which it was sent; guarded by {@code connecting}. */
    private final Queue<byte[]> waiting = new ArrayDeque<>();

    Connecting(Address destination) {
      this.destination = destination;
      this.thread = getThreadFactory().newThread(this, "connecting to " + destination);
    }

    @Override
    public void run() {
      try {
        for (byte[] message = next(); message != null; message = next()) {
          sendNow(destination, message);
        }
      } catch (ConnectException refusal) {
        onRefusal.accept(destination);
      } catch (Exception unreachable) {
        log.trace("%s: cannot send to %s: %s", local_addr, destination, unreachable);
      } finally {
        end();
      }
    }

    private byte @Nullable [] next() {
      synchronized (connecting) {
        byte[] message = waiting.poll();
        if (message == null) {
          connecting.remove(destination, this); // with nobody in between who adds to what is over
        }
        return message;
      }
    }

    private void end() {
      synchronized (connecting) {
        connecting.remove(destination, this);
      }
      if (!connected) {
        srv.closeConnection(destination); // made after all connections had been closed
      }
    }
  }
}
