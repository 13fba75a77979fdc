// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.protocols.NakAckHeader;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UNICAST4;
import org.jgroups.protocols.UnicastHeader;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.Util;

/**
 * Checks that a frame is one that the protocols of {@link ProtocolStack} send, before JGroups reads
 * it.
 *
 * <p>JGroups reads every message type: a stranger could have it deserialize Java objects, or
 * allocate as much memory as 18 bytes ask for. Here three types of messages pass: empty messages,
 * bytes, and the list of missing numbers by which a member asks for messages again. Only headers of
 * our protocols pass, and each length is checked against the rest of the frame. The check is one
 * pass over the frame, which allocates nothing that grows with it but strings and addresses.
 *
 * <p>JGroups connects to each address that a frame names as that of a member. Replication connects
 * to the one inside the address of a member that joins. So a stranger may name few of them.
 *
 * <p>Why: {@code docs/design/017-frames-of-the-membership-port.md}. The format is that of JGroups
 * 5.5, see {@code org.jgroups.Message.readFrom}; JGroups itself drops frames of other versions. Not
 * thread-safe; one object a frame.
 */
final class FrameGrammar {
  /** The exception for a frame that no member sends. */
  static class UnknownFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownFrameException(String reason) {
      super(reason);
    }

    /** Returns this without a trace: a stranger can cause many. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /**
   * The exception for a frame that a member may send but for an address of another member, which
   * its sender may not name.
   */
  static final class ForeignAddressException extends UnknownFrameException {
    private static final long serialVersionUID = 1L;

    ForeignAddressException() {
      super(FOREIGN_PLACE);
    }
  }

  /** The form that the headers of a message demand of its body. */
  private enum Body {
    /** The bytes of the application, which no protocol reads. */
    OPAQUE,
    NONE,
    PINGS,
    STORED_VIEW,
    VIEW_AND_DIGEST,
    MEMBERS,
    VIEW_ID,
    JOIN_RESPONSE,
    MISSING_NUMBERS
  }

  private static final String UNPROVEN_SENDER =
      "its certificate may not speak for the member that it says has sent it";
  private static final String FOREIGN_PLACE = "an address that its sender may not name";
  private static final int MAX_HEADERS = 8;

  /** The most parts of an address, of at most 510 bytes each: a member has four. */
  private static final int MAX_ADDRESS_PARTS = 16;

  /** The most senders of one frame: a member sends for itself, and repeats messages of others. */
  static final int MAX_SENDERS = 64;

  /**
   * The most addresses in one list. Addresses that a stranger makes up may have one hash code, and
   * then cost the square of their number. A member sends at most the addresses of its view and
   * {@link StreamTransport#MAX_KNOWN_OUTSIDERS} more.
   */
  static final int MAX_ADDRESSES = 4_096;

  private static final int NO_BODY = -1;

  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  /** The bytes of type, leading byte, flags and number of headers. */
  private static final int MIN_MESSAGE_BYTES = 7;

  private static final byte DESTINATION_FOLLOWS = 1;
  private static final byte SOURCE_FOLLOWS = 1 << 1;

  private static final short PING_HEADER = magic(PingHeader.class);
  private static final short MERGE_HEADER = magic(MERGE3.MergeHeader.class);
  private static final short VERIFY_HEADER = magic(VERIFY_SUSPECT2.VerifyHeader.class);
  private static final short NAK_ACK_HEADER = magic(NakAckHeader.class);
  private static final short UNICAST_HEADER = magic(UnicastHeader.class);
  private static final short GMS_HEADER = magic(GMS.GmsHeader.class);
  private static final short TP_HEADER = magic(TpHeader.class);
  private static final short EXTENDED_UUID = magic(ExtendedUUID.class);
  private static final short SEQNO_LIST = magic(SeqnoList.class);

  /** The protocols that have each header. */
  private static final Map<Short, Set<Short>> PROTOCOLS =
      Map.of(
          PING_HEADER,
          Set.of(id(TCPPING.class), id(DNS_PING.class)),
          MERGE_HEADER,
          Set.of(id(MERGE3.class)),
          magic(FailureDetection.HeartbeatHeader.class),
          Set.of(id(FD_ALL3.class)),
          VERIFY_HEADER,
          Set.of(id(VERIFY_SUSPECT2.class)),
          NAK_ACK_HEADER,
          Set.of(id(NAKACK4.class)),
          UNICAST_HEADER,
          Set.of(id(UNICAST4.class)),
          GMS_HEADER,
          Set.of(id(GMS.class)),
          TP_HEADER,
          Set.of(id(TP.class)));

  /** The types of {@code MERGE3.MergeHeader}, which are not public. */
  private static final byte MERGE_INFO = 0;

  private static final byte MERGE_VIEW_RESPONSE = 2;

  /** The flags of {@code JoinRsp}, which are not public. */
  private static final int JOIN_VIEW = 1;

  private static final int JOIN_DIGEST = 1 << 1;
  private static final int JOIN_REFUSAL = 1 << 2;
  private static final int JOIN_MERGE_VIEW = 1 << 3;

  private final ByteBuffer in;
  private final Predicate<String> senders;
  private final Predicate<InetSocketAddress> places;
  private final Set<Address> found = new HashSet<>();
  private boolean namesForeignPlace;

  private FrameGrammar(
      byte[] frame, Predicate<String> senders, Predicate<InetSocketAddress> places) {
    this.in = ByteBuffer.wrap(frame);
    this.senders = senders;
    this.places = places;
  }

  private static short magic(Class<?> type) {
    return ClassConfigurator.getMagicNumber(type);
  }

  private static short id(Class<?> protocol) {
    return ClassConfigurator.getProtocolId(protocol);
  }

  /**
   * Checks a whole frame, without its length, and returns its senders.
   *
   * @param senders the names of the members that may have sent it; with an empty name, whether a
   *     process may have that is no member
   * @param places the addresses that it may name as those of members, to which JGroups connects, or
   *     replication does; a host that is a name is not resolved
   * @throws ForeignAddressException if nothing is wrong but the physical address of a member
   * @throws UnknownFrameException with the reason, which has no text of the frame
   */
  static Set<Address> check(
      byte[] frame, Predicate<String> senders, Predicate<InetSocketAddress> places)
      throws UnknownFrameException {
    FrameGrammar grammar = new FrameGrammar(frame, senders, places);
    try {
      grammar.frame();
      if (grammar.namesForeignPlace) {
        throw new ForeignAddressException();
      }
      return grammar.found;
    } catch (BufferUnderflowException tooShort) {
      throw new UnknownFrameException("it ends early");
    }
  }

  private static void require(boolean condition, String reason) throws UnknownFrameException {
    if (!condition) {
      throw new UnknownFrameException(reason);
    }
  }

  private void frame() throws UnknownFrameException {
    require(Version.isBinaryCompatible(in.getShort()), "another version of JGroups");
    byte flags = in.get();
    require((flags & ~(TP.LIST | TP.MULTICAST)) == 0, "unknown flags of a frame");
    if ((flags & TP.LIST) == 0) {
      message(false);
    } else {
      destination();
      sender();
      nameOfCluster();
      int messages = in.getInt();
      require(messages >= 0 && messages <= in.remaining() / MIN_MESSAGE_BYTES, "too many messages");
      for (int i = 0; i < messages; i++) {
        message(true);
      }
    }
    require(!in.hasRemaining(), "bytes after its end");
  }

  private void message(boolean isInList) throws UnknownFrameException {
    short type = in.getShort();
    byte leading = in.get();
    short flags = in.getShort();
    require((flags & Message.Flag.SERIALIZED.value()) == 0, "an object");
    require((leading & ~(DESTINATION_FOLLOWS | SOURCE_FOLLOWS)) == 0, "unknown leading byte");
    if ((leading & DESTINATION_FOLLOWS) != 0) {
      destination();
    }
    if ((leading & SOURCE_FOLLOWS) != 0) {
      sender();
    } else {
      require(isInList || senders.test(""), UNPROVEN_SENDER);
    }
    Body body = headers();
    switch (type) {
      case Message.EMPTY_MSG -> require(body != Body.MISSING_NUMBERS, "no list of numbers");
      case Message.BYTES_MSG -> bytes(body);
      case Message.OBJ_MSG -> {
        require(body == Body.MISSING_NUMBERS, "an object");
        missingNumbers();
      }
      default -> throw new UnknownFrameException("a message of type " + type);
    }
  }

  private Body headers() throws UnknownFrameException {
    int count = in.getShort();
    require(count >= 0 && count <= MAX_HEADERS, "unknown number of headers");
    Body body = Body.OPAQUE;
    for (int i = 0; i < count; i++) {
      short protocol = in.getShort();
      short magic = in.getShort();
      // A protocol casts the header with its number to its own class.
      require(PROTOCOLS.getOrDefault(magic, Set.of()).contains(protocol), "an unknown header");
      Body wanted = header(magic);
      require(body == Body.OPAQUE || wanted == Body.OPAQUE, "headers that exclude each other");
      body = wanted == Body.OPAQUE ? body : wanted;
    }
    return body;
  }

  private Body header(short magic) throws UnknownFrameException {
    if (magic == GMS_HEADER) {
      return gmsHeader();
    }
    if (magic == PING_HEADER) {
      byte type = in.get();
      require(type == PingHeader.GET_MBRS_REQ || type == PingHeader.GET_MBRS_RSP, "unknown ping");
      string();
      in.get();
      return Body.PINGS;
    }
    if (magic == MERGE_HEADER) {
      byte type = in.get();
      require(type >= MERGE_INFO && type <= MERGE_VIEW_RESPONSE, "unknown message of a merge");
      viewIdOrNone();
      string();
      physicalAddress();
      return type == MERGE_VIEW_RESPONSE ? Body.STORED_VIEW : Body.NONE;
    }
    if (magic == NAK_ACK_HEADER) {
      return nakAckHeader();
    }
    if (magic == UNICAST_HEADER) {
      return unicastHeader();
    }
    if (magic == VERIFY_HEADER) {
      in.getShort();
      address();
      return Body.NONE;
    }
    if (magic == TP_HEADER) {
      nameOfCluster();
      require(in.get() == 0, "a loop-back flag");
      return Body.OPAQUE;
    }
    return Body.NONE; // a heartbeat, which has no content
  }

  private Body nakAckHeader() throws UnknownFrameException {
    byte type = in.get();
    switch (type) {
      case NakAckHeader.XMIT_REQ -> {
        address();
        return Body.MISSING_NUMBERS;
      }
      case NakAckHeader.MSG, NakAckHeader.XMIT_RSP -> compressed(Long.BYTES);
      case NakAckHeader.HIGHEST_SEQNO, NakAckHeader.ACK -> {
        compressed(Long.BYTES);
        return Body.NONE;
      }
      default -> throw new UnknownFrameException("an unknown header of a multicast");
    }
    return Body.OPAQUE;
  }

  private Body unicastHeader() throws UnknownFrameException {
    byte type = in.get();
    switch (type) {
      case UnicastHeader.DATA -> {
        compressed(Long.BYTES);
        in.getShort();
        in.get();
        return Body.OPAQUE;
      }
      case UnicastHeader.ACK -> {
        compressed(Long.BYTES);
        in.getShort();
        compressed(Integer.BYTES);
      }
      case UnicastHeader.SEND_FIRST_SEQNO -> compressed(Integer.BYTES);
      case UnicastHeader.XMIT_REQ -> {
        return Body.MISSING_NUMBERS;
      }
      case UnicastHeader.CLOSE -> in.getShort();
      default -> throw new UnknownFrameException("an unknown header of a unicast");
    }
    return Body.NONE;
  }

  private Body gmsHeader() throws UnknownFrameException {
    byte type = in.get();
    short flags = in.getShort();
    switch (type) {
      // Members ask for themselves.
      case GMS.GmsHeader.JOIN_REQ,
          GMS.GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER,
          GMS.GmsHeader.LEAVE_REQ ->
          sender();
      default -> address();
    }
    if ((flags & GMS.GmsHeader.MERGE_ID_PRESENT) != 0) {
      address();
      in.getInt();
    }
    return switch (type) {
      case GMS.GmsHeader.JOIN_REQ,
          GMS.GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER,
          GMS.GmsHeader.LEAVE_REQ,
          GMS.GmsHeader.LEAVE_RSP,
          GMS.GmsHeader.CANCEL_MERGE,
          GMS.GmsHeader.VIEW_ACK,
          GMS.GmsHeader.GET_DIGEST_REQ ->
          Body.NONE;
      case GMS.GmsHeader.JOIN_RSP -> Body.JOIN_RESPONSE;
      case GMS.GmsHeader.MERGE_REQ -> Body.MEMBERS;
      case GMS.GmsHeader.VIEW,
          GMS.GmsHeader.MERGE_RSP,
          GMS.GmsHeader.INSTALL_MERGE_VIEW,
          GMS.GmsHeader.GET_DIGEST_RSP,
          GMS.GmsHeader.INSTALL_DIGEST ->
          Body.VIEW_AND_DIGEST;
      case GMS.GmsHeader.GET_CURRENT_VIEW -> Body.VIEW_ID;
      default -> throw new UnknownFrameException("an unknown message about views");
    };
  }

  // bodies

  /**
   * Checks the bytes of a message, which its protocol reads from their beginning and to their end.
   */
  private void bytes(Body body) throws UnknownFrameException {
    int length = in.getInt();
    if (length == NO_BODY) {
      require(body != Body.MISSING_NUMBERS, "no list of numbers");
      return;
    }
    require(length >= 0 && length <= in.remaining(), "more bytes claimed than there are");
    int frameEnd = in.limit();
    int end = in.position() + length;
    in.limit(end);
    switch (body) {
      case OPAQUE -> in.position(end);
      case NONE -> {}
      case PINGS -> pings();
      case STORED_VIEW -> storedView();
      case VIEW_AND_DIGEST -> viewAndDigest();
      case MEMBERS -> addressesOrNone();
      case VIEW_ID -> viewIdOrNone();
      case JOIN_RESPONSE -> joinResponse();
      case MISSING_NUMBERS -> throw new UnknownFrameException("bytes for a list of numbers");
    }
    require(!in.hasRemaining(), "bytes after the end of a message");
    in.limit(frameEnd);
  }

  private void pings() throws UnknownFrameException {
    int count = in.getInt();
    require(count >= 0 && count <= Math.min(in.remaining(), MAX_ADDRESSES), "too many pings");
    for (int i = 0; i < count; i++) {
      address();
      in.get();
      string();
      physicalAddress();
      addressesOrNone();
    }
  }

  /** Checks a view that JGroups reads as a plain one, also if a merge wrote it. */
  private void storedView() throws UnknownFrameException {
    if (in.get() == 0) {
      return;
    }
    int members = view();
    if (in.hasRemaining()) {
      subgroups(members);
    }
  }

  private void viewAndDigest() throws UnknownFrameException {
    int flags = in.getShort();
    int members = -1;
    if ((flags & GMS.VIEW_PRESENT) != 0) {
      if ((flags & GMS.MERGE_VIEW) != 0) {
        members = view();
        subgroups(members);
      } else if ((flags & GMS.DELTA_VIEW) != 0) {
        viewId();
        viewId();
        addressesOrNone();
        addressesOrNone();
      } else {
        members = view();
      }
    }
    if ((flags & GMS.DIGEST_PRESENT) != 0) {
      if ((flags & GMS.READ_ADDRS) != 0) {
        numbers(addresses());
      } else {
        digestOf(members);
      }
    }
  }

  private void joinResponse() throws UnknownFrameException {
    if (in.get() == 0) {
      return;
    }
    int flags = in.get();
    int members = -1;
    if ((flags & (JOIN_VIEW | JOIN_MERGE_VIEW)) != 0) {
      members = view();
      if ((flags & JOIN_MERGE_VIEW) != 0) {
        subgroups(members);
      }
    }
    if ((flags & JOIN_DIGEST) != 0) {
      digestOf(members);
    }
    if ((flags & JOIN_REFUSAL) != 0) {
      text();
    }
  }

  private void missingNumbers() throws UnknownFrameException {
    if (in.get() == 0) {
      return;
    }
    require(in.getShort() == SEQNO_LIST, "an object");
    long size = in.getInt();
    in.getLong();
    long words = (size + Long.SIZE - 1) / Long.SIZE;
    require(size >= 0 && words * Long.BYTES <= in.remaining(), "too many missing numbers");
    in.position(in.position() + (int) words * Long.BYTES);
  }

  // parts

  /** Checks a view and returns the number of its members, at least one. */
  private int view() throws UnknownFrameException {
    viewId();
    return addresses();
  }

  private void viewId() throws UnknownFrameException {
    address();
    compressed(Long.BYTES);
  }

  private void viewIdOrNone() throws UnknownFrameException {
    if (in.get() != 0) {
      viewId();
    }
  }

  private void subgroups(int members) throws UnknownFrameException {
    int groups = in.getShort();
    for (int i = 0; i < groups; i++) {
      memberOf(members);
      in.getLong();
      int count = in.getShort();
      require(count >= 0, "a negative number of members");
      for (int j = 0; j < count; j++) {
        memberOf(members);
      }
    }
  }

  /** Checks a member, given by its place in the view, or by its address. */
  private void memberOf(int members) throws UnknownFrameException {
    int place = in.getShort();
    require(place < members, "a place behind the last member");
    if (place < 0) {
      address();
    }
  }

  private void digestOf(int members) throws UnknownFrameException {
    require(in.getShort() == members && members > 0, "a digest of other members");
    numbers(members);
  }

  /** Checks the numbers of a digest, two for each member. */
  private void numbers(int members) throws UnknownFrameException {
    for (int i = 0; i < members; i++) {
      int lengths = in.get();
      int first = lengths >> 4 & 0xf;
      int second = lengths & 0xf;
      require(first <= Long.BYTES && second <= Long.BYTES, "a number of too many bytes");
      skip(first + second);
    }
  }

  /** Checks addresses and returns their number, at least one. */
  private int addresses() throws UnknownFrameException {
    int count = addressesOrNone();
    require(count > 0, "no members");
    return count;
  }

  private int addressesOrNone() throws UnknownFrameException {
    int count = in.getShort();
    require(count <= MAX_ADDRESSES, "too many addresses");
    for (int i = 0; i < count; i++) {
      address();
    }
    return count;
  }

  /**
   * Checks a destination. A search for members goes to the address of a port, which JGroups only
   * compares.
   */
  private void destination() throws UnknownFrameException {
    int start = in.position();
    if (in.get() == Address.IP_ADDR) {
      ipAddress();
    } else {
      in.position(start);
      address();
    }
  }

  /** Checks the address of a member. It is never that of a port, to which JGroups would connect. */
  private void address() throws UnknownFrameException {
    byte kind = in.get();
    switch (kind) {
      case Address.NULL -> {}
      case Address.UUID_ADDR -> skip(2 * Long.BYTES);
      case 0 -> {
        require(in.getShort() == EXTENDED_UUID, "an unknown address");
        skip(2 * Long.BYTES);
        compressed(Integer.BYTES); // flags
        int entries = in.get() & 0xff;
        require(entries <= MAX_ADDRESS_PARTS, "an address of too many parts");
        for (int i = 0; i < entries; i++) {
          printable(in.get() & 0xff);
          printable(in.get() & 0xff);
        }
      }
      default -> throw new UnknownFrameException("an unknown address");
    }
  }

  private void sender() throws UnknownFrameException {
    int start = in.position();
    address();
    ByteArrayInputStream written =
        new ByteArrayInputStream(in.array(), start, in.position() - start);
    Address read;
    try {
      read = Util.readAddress(new DataInputStream(written));
    } catch (IOException | ClassNotFoundException malformed) {
      throw new UnknownFrameException("a malformed address");
    }
    Optional<Member> member = read == null ? Optional.empty() : MemberAddress.read(read);
    require(senders.test(member.map(Member::name).orElse("")), UNPROVEN_SENDER);
    require(member.map(MemberAddress::place).filter(places.negate()).isEmpty(), FOREIGN_PLACE);
    if (read != null) {
      found.add(read);
      require(found.size() <= MAX_SENDERS, "too many senders");
    }
  }

  private void physicalAddress() throws UnknownFrameException {
    byte kind = in.get();
    if (kind != Address.NULL) {
      require(kind == Address.IP_ADDR, "an unknown physical address");
      namesForeignPlace |= !places.test(ipAddress());
    }
  }

  private InetSocketAddress ipAddress() throws UnknownFrameException {
    int length = in.get();
    require(length == IPV4_BYTES || length == IPV6_BYTES, "an unknown IP address");
    byte[] host = new byte[length];
    in.get(host);
    skip(length == IPV6_BYTES ? Integer.BYTES : 0); // the scope
    int port = Short.toUnsignedInt(in.getShort());
    try {
      return new InetSocketAddress(InetAddress.getByAddress(host), port);
    } catch (UnknownHostException impossible) {
      throw new UnknownFrameException("an unknown IP address");
    }
  }

  private void nameOfCluster() throws UnknownFrameException {
    int length = in.getShort();
    if (length > 0) {
      printable(length);
    }
  }

  /** Checks text that JGroups writes into its log as it is. */
  private void printable(int bytes) throws UnknownFrameException {
    int start = in.position();
    skip(bytes);
    for (int i = start; i < in.position(); i++) {
      require(in.get(i) >= ' ' && in.get(i) <= '~', "unprintable text");
    }
  }

  private void string() throws UnknownFrameException {
    if (in.get() == 1) {
      text();
    }
  }

  private void text() throws UnknownFrameException {
    int start = in.position();
    skip(in.getShort() & 0xffff);
    ByteArrayInputStream written =
        new ByteArrayInputStream(in.array(), start, in.position() - start);
    String text;
    try {
      text = new DataInputStream(written).readUTF();
    } catch (IOException malformed) {
      throw new UnknownFrameException("a malformed text");
    }
    require(text.chars().noneMatch(Character::isISOControl), "unprintable text");
  }

  private void compressed(int mostBytes) throws UnknownFrameException {
    int length = in.get();
    require(length >= 0 && length <= mostBytes, "a number of too many bytes");
    skip(length);
  }

  private void skip(int bytes) throws UnknownFrameException {
    require(bytes <= in.remaining(), "it ends early");
    in.position(in.position() + bytes);
  }
}
