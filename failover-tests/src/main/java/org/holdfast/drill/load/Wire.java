// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a lane to the node it points at, if there is one. Threads and invariants are
 * those of its {@link VirtualUser}, whose monitor guards it.
 */
final class Wire implements ChannelEvents {
  private final VirtualUser user;
  private final Lane lane;
  private final LoadDriver.Surroundings around;

  @GuardedBy("user")
  private int node;

  @GuardedBy("user")
  private @Nullable HttpChannel channel;

  @GuardedBy("user")
  private boolean connected;

  @GuardedBy("user")
  private long generation;

  Wire(VirtualUser user, Lane lane, LoadDriver.Surroundings around, int node) {
    this.user = user;
    this.lane = lane;
    this.around = around;
    this.node = node;
  }

  int node() {
    synchronized (user) {
      return node;
    }
  }

  boolean isConnected() {
    synchronized (user) {
      return connected;
    }
  }

  /** Points at {@code aimed}: a connection to another node is dropped. */
  void aim(int aimed) {
    synchronized (user) {
      if (node != aimed) {
        drop();
        node = aimed;
      }
    }
  }

  /** Begins to connect, unless it has; the last thing that a step does. */
  void connect() {
    synchronized (user) {
      if (channel != null) {
        return;
      }
      generation++;
      long mine = generation;
      HttpChannel opening =
          around.engine().connect(around.targets().get(node).address(), mine, this);
      if (generation == mine) {
        channel = opening;
      }
    }
  }

  /** Sends over the connection that is there; the last thing that a step does. */
  void send(Question question) {
    synchronized (user) {
      HttpChannel open = channel;
      if (open == null || !connected) {
        throw new IllegalStateException(
            "no connection to node " + node + " to send " + question.target() + " over");
      }
      open.send(question.target(), question.cookie());
    }
  }

  /** Ends the connection; nothing of it is heard any more. */
  void drop() {
    synchronized (user) {
      generation++;
      HttpChannel dropped = channel;
      channel = null;
      connected = false;
      if (dropped != null) {
        dropped.close();
      }
    }
  }

  @Override
  public void onConnected(long connectedGeneration, HttpChannel opened) {
    synchronized (user) {
      if (connectedGeneration != generation) {
        opened.close();
        return;
      }
      channel = opened;
      connected = true;
      lane.connected(this);
    }
  }

  @Override
  public void onRefused(long refusedGeneration, Throwable cause) {
    synchronized (user) {
      if (refusedGeneration == generation) {
        drop();
        lane.refused(this, cause);
      }
    }
  }

  @Override
  public void onClosed(long closedGeneration, FailureKind kind) {
    synchronized (user) {
      if (closedGeneration == generation) {
        drop();
        lane.closed(this, kind);
      }
    }
  }

  @Override
  public void onAnswer(long answeredGeneration, HttpAnswer answer) {
    synchronized (user) {
      if (answeredGeneration == generation) {
        lane.answered(this, answer);
      }
    }
  }
}
