// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.transport.MalformedFrameException;

/**
 * Frames of protocol version 2: one byte for the type, then the fields in the order of the record.
 * Stateless.
 *
 * <p>Leases travel in whole milliseconds, rounded up.
 */
public final class MessageCodec {
  /** Sent in the handshake; members with different versions do not talk to each other. */
  public static final int PROTOCOL_VERSION = 2;

  private static final int FULL = 1;
  private static final int DELTA = 2;
  private static final int REMOVE = 3;
  private static final int VALIDATE = 4;
  private static final int ACK = 5;
  private static final int NACK_EPOCH = 6;
  private static final int NACK_GAP = 7;
  private static final int NACK_NEWER = 8;
  private static final int ASK = 9;
  private static final int HINT = 10;
  private static final int HANDING_OVER = 11;
  private static final int CLAIM = 12;
  private static final int PROMISE = 13;
  private static final int RELEASE = 14;
  private static final int TOUCH = 15;
  private static final int VIEW_STATUS = 16;
  private static final int RELEASED = 17;
  private static final int OFFER = 18;
  private static final int NOT_IN_VIEW = 19;
  private static final int LONG_AWAY = 20;

  /** As they are numbered on the wire. */
  private static final List<Message.Base.Stage> STAGES =
      List.of(Message.Base.Stage.INSTALLED, Message.Base.Stage.PLACED, Message.Base.Stage.SETTLED);

  private static final int MOST_CREATOR_BYTES = 256;
  private static final int MOST_NAME_BYTES = 64;

  /** A number, a length, a stage and a count; a length, a character and a number. */
  private static final int LEAST_BASE_BYTES = 4;

  private static final int LEAST_VOTER_BYTES = 3;

  /** Members send 200 in a message. */
  private static final int MOST_LEASES = 1_000;

  private MessageCodec() {}

  public static byte[] encode(Message message) {
    WireWriter to = new WireWriter();
    FieldWriter out = new FieldWriter(to);
    if (message instanceof Message.Full m) {
      out.head(FULL, m.key())
          .label(m.from())
          .label(m.label())
          .lease(m.leaseNanos())
          .image(m.image());
    } else if (message instanceof Message.Delta m) {
      out.head(DELTA, m.key()).label(m.label());
      to.writeNumber(m.baseVersion());
      out.lease(m.leaseNanos()).changes(m.changes());
    } else if (message instanceof Message.Remove m) {
      out.head(REMOVE, m.key()).label(m.from()).label(m.label());
    } else if (message instanceof Message.Validate m) {
      out.head(VALIDATE, m.key()).label(m.label());
      to.writeNumber(m.question()).writeNumber(m.leaseSequence());
      out.lease(m.leaseNanos());
    } else if (message instanceof Message.Ack m) {
      out.head(ACK, m.key()).label(m.label());
      to.writeNumber(m.question());
    } else if (message instanceof Message.NackEpoch m) {
      out.head(NACK_EPOCH, m.key()).epoch(m.refused()).epoch(m.promised());
    } else if (message instanceof Message.NackGap m) {
      out.head(NACK_GAP, m.key()).epoch(m.refused()).label(m.held());
    } else if (message instanceof Message.NackNewer m) {
      out.head(NACK_NEWER, m.key()).epoch(m.refused()).label(m.held());
    } else if (message instanceof Message.Ask m) {
      out.head(ASK, m.key()).epoch(m.ballot());
    } else if (message instanceof Message.Hint m) {
      out.head(HINT, m.key()).epoch(m.ballot()).epoch(m.highest());
      to.writeNumber(m.viewNumber());
    } else if (message instanceof Message.HandingOver m) {
      out.head(HANDING_OVER, m.key()).epoch(m.ballot());
    } else if (message instanceof Message.Claim m) {
      out.head(CLAIM, m.key()).epoch(m.ballot());
    } else if (message instanceof Message.Promise m) {
      out.head(PROMISE, m.key()).promise(m);
    } else if (message instanceof Message.Release m) {
      out.head(RELEASE, m.key()).label(m.from()).label(m.label());
    } else if (message instanceof Message.Released m) {
      out.head(RELEASED, m.key()).label(m.label());
    } else if (message instanceof Message.Offer m) {
      out.head(OFFER, m.key());
    } else if (message instanceof Message.Touch m) {
      to.writeByte(TOUCH).writeNumber(m.leases().size());
      m.leases().forEach(out::touch);
    } else if (message instanceof Message.ViewStatus m) {
      to.writeByte(VIEW_STATUS).writeNumber(m.viewNumber()).writeText(m.viewCreator());
      to.writeBoolean(m.rebalanced()).writeBoolean(m.newcomer());
      to.writeBoolean(m.draining()).writeBoolean(m.drained()).writeBoolean(m.replyWanted());
      to.writeBoolean(m.settled());
      to.writeNumber(m.takenBack()).writeNumber(m.seen().size());
      m.seen().forEach(to::writeNumber);
      to.writeBoolean(m.withdrawn()).writeNumber(m.bases().size());
      m.bases().forEach(base -> encode(base, to));
    } else if (message instanceof Message.LongAway m) {
      to.writeByte(LONG_AWAY).writeNumber(m.viewNumber());
    } else if (message instanceof Message.NotInView m) {
      to.writeByte(NOT_IN_VIEW).writeNumber(m.viewNumber());
    }
    return to.toBytes();
  }

  private static void encode(Message.Base base, WireWriter to) {
    to.writeNumber(base.viewNumber())
        .writeText(base.viewCreator())
        .writeByte(STAGES.indexOf(base.stage()));
    to.writeNumber(base.voters().size());
    for (Message.Voter voter : base.voters()) {
      to.writeText(voter.name()).writeNumber(voter.incarnation());
    }
  }

  /**
   * @throws MalformedFrameException if {@code frame} is not exactly one message, saying what is
   *     wrong and at which byte
   */
  public static Message decode(byte[] frame) {
    WireReader from = new WireReader(frame);
    FieldReader in = new FieldReader(from);
    int type = from.readByte();
    Message message =
        switch (type) {
          case FULL -> new Message.Full(in.key(), in.label(), in.label(), in.lease(), in.image());
          case DELTA -> delta(in, from);
          case REMOVE -> new Message.Remove(in.key(), in.label(), in.label());
          case VALIDATE ->
              new Message.Validate(
                  in.key(),
                  in.label(),
                  from.readNonNegative("question"),
                  from.readNonNegative("lease sequence"),
                  in.lease());
          case ACK -> new Message.Ack(in.key(), in.label(), from.readNonNegative("question"));
          case NACK_EPOCH -> new Message.NackEpoch(in.key(), in.epoch(), in.epoch());
          case NACK_GAP -> new Message.NackGap(in.key(), in.epoch(), in.label());
          case NACK_NEWER -> new Message.NackNewer(in.key(), in.epoch(), in.label());
          case ASK -> new Message.Ask(in.key(), in.ballot());
          case HINT ->
              new Message.Hint(in.key(), in.ballot(), in.epoch(), from.readNonNegative("view"));
          case HANDING_OVER -> new Message.HandingOver(in.key(), in.ballot());
          case CLAIM -> new Message.Claim(in.key(), in.ballot());
          case PROMISE -> promise(in, from);
          case RELEASE -> new Message.Release(in.key(), in.label(), in.label());
          case RELEASED -> new Message.Released(in.key(), in.label());
          case OFFER -> new Message.Offer(in.key());
          case TOUCH -> touch(in, from);
          case VIEW_STATUS -> viewStatus(from);
          case NOT_IN_VIEW -> new Message.NotInView(from.readNonNegative("view"));
          case LONG_AWAY -> new Message.LongAway(from.readNonNegative("view"));
          default -> throw from.malformed("unknown message type " + type);
        };
    from.expectEnd();
    return message;
  }

  private static Message delta(FieldReader in, WireReader from) {
    String key = in.key();
    Label label = in.label();
    long base = from.readNonNegative("base version");
    long lease = in.lease();
    Changes changes = in.changes();
    if (base >= label.version()) {
      throw from.malformed("a delta to version " + label.version() + " has base " + base);
    }
    return new Message.Delta(key, label, base, lease, changes);
  }

  private static Message promise(FieldReader in, WireReader from) {
    String key = in.key();
    Epoch ballot = in.ballot();
    boolean handOver = from.readBoolean();
    Epoch before = in.epoch();
    long view = from.readNonNegative("view");
    Optional<Message.Held> held = from.readBoolean() ? Optional.of(in.held()) : Optional.empty();
    if (handOver && held.isEmpty()) {
      throw from.malformed("a hand-over without a copy");
    }
    return new Message.Promise(key, ballot, handOver, before, view, held);
  }

  private static Message viewStatus(WireReader from) {
    return new Message.ViewStatus(
        from.readNonNegative("view"),
        from.readText("view creator", MOST_CREATOR_BYTES),
        from.readBoolean(),
        from.readBoolean(),
        from.readBoolean(),
        from.readBoolean(),
        from.readBoolean(),
        from.readBoolean(),
        from.readNonNegative("taken back"),
        seen(from),
        from.readBoolean(),
        bases(from));
  }

  private static List<Message.Base> bases(WireReader from) {
    int count = from.readCount("bases", LEAST_BASE_BYTES, Message.ViewStatus.MOST_BASES);
    List<Message.Base> bases = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      bases.add(
          new Message.Base(
              from.readNonNegative("view"),
              from.readText("view creator", MOST_CREATOR_BYTES),
              stage(from),
              voters(from)));
    }
    return List.copyOf(bases);
  }

  private static Message.Base.Stage stage(WireReader from) {
    int stage = from.readByte();
    if (stage >= STAGES.size()) {
      throw from.malformed("unknown stage of a view: " + stage);
    }
    return STAGES.get(stage);
  }

  private static List<Message.Voter> voters(WireReader from) {
    int count = from.readCount("voters", LEAST_VOTER_BYTES, Message.ViewStatus.MOST_MEMBERS);
    List<Message.Voter> voters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String name = from.readText("voter", MOST_NAME_BYTES);
      if (name.isEmpty()) {
        throw from.malformed("a voter must have a name");
      }
      voters.add(new Message.Voter(name, from.readNumber()));
    }
    return List.copyOf(voters);
  }

  private static List<Long> seen(WireReader from) {
    int count = from.readCount("members seen", 1, Message.ViewStatus.MOST_MEMBERS);
    List<Long> seen = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      seen.add(from.readNonNegative("taken back"));
    }
    return List.copyOf(seen);
  }

  private static Message touch(FieldReader in, WireReader from) {
    int count = from.readCount("leases", FieldReader.LEAST_LEASE_BYTES, MOST_LEASES);
    List<Message.Touch.Lease> leases = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      leases.add(in.touch());
    }
    return new Message.Touch(List.copyOf(leases));
  }
}
