// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.util.List;
import org.holdfast.replication.membership.jgroups.ProtocolStack;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's place among those that drive together: who is there, and letters to and from them.
 * The only class here that knows JGroups' channels. Whatever is no letter is dropped with a line in
 * the log; an object of a message is never asked for, so none is ever deserialized.
 */
final class Group implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Group.class);

  /** Hears of the group, on JGroups' threads; must not block. */
  interface Listener {
    /** Who is there now, this process included. */
    void onMembers(List<Address> members);

    /** A letter from a member; those of one sender come in order. */
    void onLetter(Address from, Letter letter);

    /** A message of bytes that is no letter here; of another version, or a stranger's. */
    default void onUnreadable(Address from, String reason) {}
  }

  private final JChannel channel;

  private Group(JChannel channel) {
    this.channel = channel;
  }

  /**
   * Joins, or founds the group if nobody is there.
   *
   * @param name under which others see this process in their logs
   * @throws IOException if that fails
   */
  static Group join(GroupPlace place, String name, Listener listener) throws IOException {
    JChannel channel = null;
    try {
      channel = ProtocolStack.open(place.settings(), place.streams(), GroupPlace.JOIN_TIMEOUT);
      channel.setName(name);
      channel.setReceiver(new Reader(listener));
      channel.setDiscardOwnMessages(true);
      channel.connect("holdfast/" + place.settings().cluster());
      return new Group(channel);
    } catch (Exception e) {
      if (channel != null) {
        channel.close();
      }
      throw new IOException(
          "cannot join the drivers' group "
              + place.group()
              + " from "
              + place.bindHost()
              + ":"
              + place.bindPort()
              + " by "
              + place.discovery()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Sends a letter; returns when it is on its way.
   *
   * @throws IOException if it is too long, or this process has left
   */
  void send(Address to, Letter letter) throws IOException {
    byte[] bytes = LetterCodec.write(letter);
    try {
      channel.send(new BytesMessage(to, bytes));
    } catch (Exception e) {
      throw new IOException("a letter could not be sent to " + to + ": " + e, e);
    }
  }

  Address self() {
    return channel.getAddress();
  }

  @Override
  public void close() {
    channel.close();
  }

  private record Reader(Listener listener) implements Receiver {
    @Override
    public void viewAccepted(View view) {
      listener.onMembers(List.copyOf(view.getMembers()));
    }

    @Override
    public void receive(Message message) {
      if (message.getType() != Message.BYTES_MSG || !message.hasArray()) {
        LOG.warn("a message of type {} from {} was dropped", message.getType(), message.getSrc());
        return;
      }
      try {
        listener.onLetter(
            message.getSrc(),
            LetterCodec.read(message.getArray(), message.getOffset(), message.getLength()));
      } catch (IOException e) {
        LOG.warn("a message from {} was dropped: {}", message.getSrc(), e.getMessage());
        listener.onUnreadable(message.getSrc(), String.valueOf(e.getMessage()));
      }
    }
  }
}
