// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.transport.MalformedFrameException;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Hello;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Reject;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.UnknownVersions;
import org.holdfast.replication.transport.grizzly.HandshakeMessage.Welcome;

/**
 * The bytes of the handshake. Pure. All numbers big-endian; a text is an unsigned 16-bit count and
 * that many bytes of UTF-8.
 *
 * <pre>
 * message  magic (4 bytes "HFST"), kind (1 byte), then
 * HELLO    minVersion u16, maxVersion u16, cluster, member, name of the target, incarnation of the
 * target i64
 * WELCOME  version u16, member
 * REJECT   reason
 * member   name, incarnation i64, host, port u16
 * </pre>
 *
 * <p>Magic, kind and the versions of a HELLO, and the whole of a REJECT, stay where they are in all
 * versions. Bytes behind the known fields are allowed only from a connector that speaks a newer
 * version, too.
 */
final class HandshakeCodec {
  /** The longest message; until the handshake is done, no longer frame is accepted. */
  static final int MAX_MESSAGE_BYTES = 1024;

  private static final int MAGIC = 0x48465354;
  private static final byte HELLO = 1;
  private static final byte WELCOME = 2;
  private static final byte REJECT = 3;
  private static final int MAX_TEXT_BYTES = 255;
  private static final int MAX_REASON_BYTES = 512;

  private HandshakeCodec() {}

  static byte[] encode(HandshakeMessage message) {
    ByteBuffer out = ByteBuffer.allocate(MAX_MESSAGE_BYTES).putInt(MAGIC);
    if (message instanceof Hello hello) {
      out.put(HELLO).putShort((short) hello.minVersion()).putShort((short) hello.maxVersion());
      putText(out, hello.cluster(), MAX_TEXT_BYTES);
      putMember(out, hello.from());
      putText(out, hello.toName(), MAX_TEXT_BYTES);
      out.putLong(hello.toIncarnation());
    } else if (message instanceof UnknownVersions versions) {
      out.put(HELLO)
          .putShort((short) versions.minVersion())
          .putShort((short) versions.maxVersion());
    } else if (message instanceof Welcome welcome) {
      out.put(WELCOME).putShort((short) welcome.version());
      putMember(out, welcome.from());
    } else if (message instanceof Reject reject) {
      out.put(REJECT);
      putText(out, reject.reason(), MAX_REASON_BYTES);
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  /**
   * Reads one message.
   *
   * @param spoken versions that the reader speaks
   * @throws MalformedFrameException if it is none, is cut short or continues after its end
   */
  static HandshakeMessage decode(byte[] frame, SpokenVersions spoken) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    try {
      int magic = in.getInt();
      if (magic != MAGIC) {
        throw new MalformedFrameException(
            String.format(
                Locale.ROOT, "handshake must begin with %08x, began with %08x", MAGIC, magic));
      }
      byte kind = in.get();
      return switch (kind) {
        case HELLO -> hello(in, spoken);
        case WELCOME -> ended(in, new Welcome(unsignedShort(in), member(in)));
        case REJECT -> ended(in, new Reject(printable(text(in, MAX_REASON_BYTES))));
        default -> throw new MalformedFrameException("unknown kind of handshake message: " + kind);
      };
    } catch (BufferUnderflowException e) {
      throw new MalformedFrameException(
          "handshake message of " + frame.length + " bytes is cut short");
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException(
          "handshake message has an invalid value: " + printable(String.valueOf(e.getMessage())));
    }
  }

  private static HandshakeMessage hello(ByteBuffer in, SpokenVersions spoken) {
    int minVersion = unsignedShort(in);
    int maxVersion = unsignedShort(in);
    if (!spoken.meets(minVersion, maxVersion)) {
      return new UnknownVersions(minVersion, maxVersion);
    }
    Hello hello =
        new Hello(
            minVersion,
            maxVersion,
            text(in, MAX_TEXT_BYTES),
            member(in),
            text(in, MAX_TEXT_BYTES),
            in.getLong());
    return maxVersion > spoken.newest() ? hello : ended(in, hello);
  }

  private static HandshakeMessage ended(ByteBuffer in, HandshakeMessage message) {
    if (in.hasRemaining()) {
      throw new MalformedFrameException(
          in.remaining() + " bytes after the end of a handshake message");
    }
    return message;
  }

  private static void putMember(ByteBuffer out, Member member) {
    putText(out, member.name(), MAX_TEXT_BYTES);
    out.putLong(member.incarnation());
    putText(out, member.host(), MAX_TEXT_BYTES);
    out.putShort((short) member.port());
  }

  private static Member member(ByteBuffer in) {
    String name = text(in, MAX_TEXT_BYTES);
    long incarnation = in.getLong();
    return new Member(name, incarnation, printable(text(in, MAX_TEXT_BYTES)), unsignedShort(in));
  }

  /**
   * Writes {@code text}, cut at the bound; only the reason of a rejection can be longer than it.
   */
  private static void putText(ByteBuffer out, String text, int maxBytes) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int count = Math.min(bytes.length, maxBytes);
    out.putShort((short) count).put(bytes, 0, count);
  }

  private static String text(ByteBuffer in, int maxBytes) {
    int count = unsignedShort(in);
    if (count > maxBytes) {
      throw new MalformedFrameException(
          "text in a handshake has " + count + " bytes, at most " + maxBytes + " are allowed");
    }
    byte[] bytes = new byte[count];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int unsignedShort(ByteBuffer in) {
    return Short.toUnsignedInt(in.getShort());
  }

  /** Returns {@code text} with "?" for all but ASCII: a stranger must not break a line of a log. */
  private static String printable(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
