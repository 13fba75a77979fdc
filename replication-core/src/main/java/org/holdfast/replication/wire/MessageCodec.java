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
 * The frames of protocol version 2: one byte for the type, then the fields in the order of the
 * record. Stateless.
 *
 * <p>Leases travel in whole milliseconds, rounded up.
 */
public final class MessageCodec {
  /** The protocol version that these frames came with; members agree on one in the handshake. */
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

  /** The stages of a view, as they are numbered on the wire. */
  private static final List<Message.Base.Stage> STAGES =
      List.of(Message.Base.Stage.INSTALLED, Message.Base.Stage.PLACED, Message.Base.Stage.SETTLED);

  private static final int MOST_CREATOR_BYTES = 256;
  private static final int MOST_NAME_BYTES = 64;

  /**
   * The bytes of a number, a length, a stage and a count; of a length, a character and a number.
   */
  private static final int LEAST_BASE_BYTES = 4;

  private static final int LEAST_VOTER_BYTES = 3;

  /** The most leases in a message; members send 200. */
  private static final int MOST_LEASES = 1_000;

  private MessageCodec() {}

  public static byte[] encode(Message message) {
    WireWriter to = new WireWriter();
    if (message instanceof Message.Full m) {
      to.head(FULL, m.key())
          .label(m.from())
          .label(m.label())
          .lease(m.leaseNanos())
          .image(m.image());
    } else if (message instanceof Message.Delta m) {
      to.head(DELTA, m.key())
          .label(m.label())
          .writeNumber(m.baseVersion())
          .lease(m.leaseNanos())
          .changes(m.changes());
    } else if (message instanceof Message.Remove m) {
      to.head(REMOVE, m.key()).label(m.from()).label(m.label());
    } else if (message instanceof Message.Validate m) {
      to.head(VALIDATE, m.key())
          .label(m.label())
          .writeNumber(m.question())
          .writeNumber(m.leaseSequence())
          .lease(m.leaseNanos());
    } else if (message instanceof Message.Ack m) {
      to.head(ACK, m.key()).label(m.label()).writeNumber(m.question());
    } else if (message instanceof Message.NackEpoch m) {
      to.head(NACK_EPOCH, m.key()).epoch(m.refused()).epoch(m.promised());
    } else if (message instanceof Message.NackGap m) {
      to.head(NACK_GAP, m.key()).epoch(m.refused()).label(m.held());
    } else if (message instanceof Message.NackNewer m) {
      to.head(NACK_NEWER, m.key()).epoch(m.refused()).label(m.held());
    } else if (message instanceof Message.Ask m) {
      to.head(ASK, m.key()).epoch(m.epoch());
    } else if (message instanceof Message.Hint m) {
      to.head(HINT, m.key()).epoch(m.epoch()).epoch(m.highest()).writeNumber(m.viewNumber());
    } else if (message instanceof Message.HandingOver m) {
      to.head(HANDING_OVER, m.key()).epoch(m.epoch());
    } else if (message instanceof Message.Claim m) {
      to.head(CLAIM, m.key()).epoch(m.epoch());
    } else if (message instanceof Message.Promise m) {
      to.head(PROMISE, m.key()).promise(m);
    } else if (message instanceof Message.Release m) {
      to.head(RELEASE, m.key()).label(m.from()).label(m.label());
    } else if (message instanceof Message.Released m) {
      to.head(RELEASED, m.key()).label(m.label());
    } else if (message instanceof Message.Offer m) {
      to.head(OFFER, m.key());
    } else if (message instanceof Message.Touch m) {
      to.writeByte(TOUCH).writeNumber(m.leases().size());
      m.leases().forEach(to::touch);
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
    int type = from.readByte();
    Message message =
        switch (type) {
          case FULL ->
              new Message.Full(from.key(), from.label(), from.label(), from.lease(), from.image());
          case DELTA -> delta(from);
          case REMOVE -> new Message.Remove(from.key(), from.label(), from.label());
          case VALIDATE ->
              new Message.Validate(
                  from.key(),
                  from.label(),
                  from.readNonNegative("question"),
                  from.readNonNegative("lease sequence"),
                  from.lease());
          case ACK -> new Message.Ack(from.key(), from.label(), from.readNonNegative("question"));
          case NACK_EPOCH -> new Message.NackEpoch(from.key(), from.epoch(), from.epoch());
          case NACK_GAP -> new Message.NackGap(from.key(), from.epoch(), from.label());
          case NACK_NEWER -> new Message.NackNewer(from.key(), from.epoch(), from.label());
          case ASK -> new Message.Ask(from.key(), from.mintedEpoch());
          case HINT ->
              new Message.Hint(
                  from.key(), from.mintedEpoch(), from.epoch(), from.readNonNegative("view"));
          case HANDING_OVER -> new Message.HandingOver(from.key(), from.mintedEpoch());
          case CLAIM -> new Message.Claim(from.key(), from.mintedEpoch());
          case PROMISE -> promise(from);
          case RELEASE -> new Message.Release(from.key(), from.label(), from.label());
          case RELEASED -> new Message.Released(from.key(), from.label());
          case OFFER -> new Message.Offer(from.key());
          case TOUCH -> touch(from);
          case VIEW_STATUS -> viewStatus(from);
          case NOT_IN_VIEW -> new Message.NotInView(from.readNonNegative("view"));
          case LONG_AWAY -> new Message.LongAway(from.readNonNegative("view"));
          default -> throw from.malformed("unknown message type " + type);
        };
    from.expectEnd();
    return message;
  }

  private static Message delta(WireReader from) {
    String key = from.key();
    Label label = from.label();
    long base = from.readNonNegative("base version");
    long lease = from.lease();
    Changes changes = from.changes();
    if (base >= label.version()) {
      throw from.malformed("a delta to version " + label.version() + " has base " + base);
    }
    return new Message.Delta(key, label, base, lease, changes);
  }

  private static Message promise(WireReader from) {
    String key = from.key();
    Epoch epoch = from.mintedEpoch();
    boolean handOver = from.readBoolean();
    Epoch before = from.epoch();
    long view = from.readNonNegative("view");
    Optional<Message.Held> held = from.readBoolean() ? Optional.of(from.held()) : Optional.empty();
    if (handOver && held.isEmpty()) {
      throw from.malformed("a hand-over without a copy");
    }
    return new Message.Promise(key, epoch, handOver, before, view, held);
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

  private static Message touch(WireReader from) {
    int count = from.readCount("leases", WireReader.LEAST_LEASE_BYTES, MOST_LEASES);
    List<Message.Touch.Lease> leases = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      leases.add(from.touch());
    }
    return new Message.Touch(List.copyOf(leases));
  }
}
