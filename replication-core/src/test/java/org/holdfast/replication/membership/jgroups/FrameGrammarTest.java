// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.holdfast.replication.membership.Member;
import org.jgroups.Address;
import org.jgroups.BatchMessage;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.FragmentedMessage;
import org.jgroups.Header;
import org.jgroups.LongMessage;
import org.jgroups.MergeView;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.NioMessage;
import org.jgroups.ObjectMessage;
import org.jgroups.Version;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.blocks.MethodCall;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.NAKACK4;
import org.jgroups.protocols.NakAckHeader;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UNICAST4;
import org.jgroups.protocols.UnicastHeader;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.DeltaView;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.MergeId;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which frames reach JGroups, and what JGroups makes of those that do. */
class FrameGrammarTest {
  private static final Address ONE = MemberAddress.of(new Member("stranger-1", 1, "127.0.0.1", 9));
  private static final Address TWO = MemberAddress.of(new Member("stranger-2", 2, "127.0.0.1", 9));
  private static final Address OTHER = UUID.randomUUID();
  private static final Address NO_MEMBER = UUID.randomUUID();
  private static final IpAddress PLACE = new IpAddress(InetAddress.getLoopbackAddress(), 7_800);
  private static final View VIEW = View.create(ONE, 7, ONE, TWO, OTHER);
  private static final View MERGED =
      new MergeView(
          ONE,
          9,
          List.of(ONE, TWO),
          List.of(View.create(ONE, 7, ONE), View.create(TWO, 8, TWO, NO_MEMBER)));
  private static final Digest DIGEST =
      new Digest(VIEW.getMembersRaw(), new long[] {1, 2, 70_000, 70_001, 0, 0});

  /** Remembers whether any of it was run. */
  static final class Gadget implements java.io.Serializable {
    private static final long serialVersionUID = 1L;
    static volatile boolean read;

    private void readObject(java.io.ObjectInputStream in)
        throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      read = true;
    }
  }

  /** Something that JGroups writes. */
  private interface Writing {
    void to(DataOutput out) throws IOException;
  }

  /** The frames that members send, by what they are for. */
  static Map<String, byte[]> known() {
    Map<String, Message> messages = new TreeMap<>();
    Header ping = new PingHeader(PingHeader.GET_MBRS_REQ).clusterName("shop");
    Header pong = new PingHeader(PingHeader.GET_MBRS_RSP);
    byte[] pings =
        written(
            out -> {
              out.writeInt(2);
              new PingData(ONE, true, "node-1", PLACE).writeTo(out);
              new PingData(TWO, false, "node-2", null).mbrs(List.of(ONE, TWO)).writeTo(out);
            });
    messages.put("discovery", bytes(TCPPING.class, ping, pings));
    messages.put("discovery without data", bytes(TCPPING.class, ping, null));
    messages.put("answer to a discovery", bytes(TCPPING.class, pong, pings));
    messages.put("join", bytes(GMS.class, new GMS.GmsHeader(GMS.GmsHeader.JOIN_REQ, TWO), null));
    messages.put("leave", empty(GMS.class, new GMS.GmsHeader(GMS.GmsHeader.LEAVE_REQ, TWO)));
    messages.put("acknowledged view", empty(GMS.class, gms(GMS.GmsHeader.VIEW_ACK)));
    messages.put("join refused", joinResponse(new JoinRsp("another detection time-out")));
    messages.put("joined", joinResponse(new JoinRsp(VIEW, DIGEST)));
    messages.put("joined a merged view", joinResponse(new JoinRsp(MERGED, null)));
    messages.put("view", viewAndDigest(gms(GMS.GmsHeader.VIEW), VIEW, GMS.VIEW_PRESENT, DIGEST));
    messages.put(
        "delta of a view",
        viewAndDigest(
            gms(GMS.GmsHeader.VIEW),
            new DeltaView(
                new ViewId(ONE, 8),
                new ViewId(ONE, 7),
                new Address[] {TWO},
                new Address[] {NO_MEMBER}),
            GMS.VIEW_PRESENT | GMS.DELTA_VIEW,
            null));
    messages.put("merge", bytes(GMS.class, merge(GMS.GmsHeader.MERGE_REQ), members(ONE, TWO)));
    messages.put(
        "answer to a merge",
        viewAndDigest(merge(GMS.GmsHeader.MERGE_RSP), VIEW, GMS.VIEW_PRESENT, DIGEST));
    messages.put(
        "merge rejected", empty(GMS.class, merge(GMS.GmsHeader.MERGE_RSP).setMergeRejected(true)));
    messages.put(
        "merged view",
        viewAndDigest(
            merge(GMS.GmsHeader.INSTALL_MERGE_VIEW),
            MERGED,
            GMS.VIEW_PRESENT | GMS.MERGE_VIEW,
            null));
    messages.put("digest wanted", empty(GMS.class, merge(GMS.GmsHeader.GET_DIGEST_REQ)));
    messages.put("digest", viewAndDigest(gms(GMS.GmsHeader.GET_DIGEST_RSP), null, 0, DIGEST));
    messages.put(
        "view wanted",
        bytes(
            GMS.class,
            gms(GMS.GmsHeader.GET_CURRENT_VIEW),
            written(out -> Util.writeViewId(VIEW.getViewId(), out))));
    messages.put(
        "view told",
        empty(MERGE3.class, MERGE3.MergeHeader.createInfo(VIEW.getViewId(), "node-1", PLACE)));
    messages.put("view asked", empty(MERGE3.class, MERGE3.MergeHeader.createViewRequest()));
    messages.put("view answered", storedView(VIEW));
    messages.put("merged view answered", storedView(MERGED));
    messages.put("heartbeat", empty(FD_ALL3.class, new FailureDetection.HeartbeatHeader()));
    messages.put("suspected", empty(VERIFY_SUSPECT2.class, new VERIFY_SUSPECT2.VerifyHeader()));
    messages.put(
        "application",
        bytes(NAKACK4.class, NakAckHeader.createMessageHeader(300), new byte[] {1, 2, 3}));
    messages.put("acknowledged", empty(NAKACK4.class, NakAckHeader.createAckHeader(300)));
    messages.put("highest", empty(NAKACK4.class, NakAckHeader.createHighestSeqnoHeader(70_000)));
    messages.put(
        "missing in a multicast",
        object(NAKACK4.class, NakAckHeader.createXmitRequestHeader(ONE), missing()));
    messages.put("missing", object(UNICAST4.class, UnicastHeader.createXmitReqHeader(), missing()));
    messages.put(
        "unicast",
        bytes(UNICAST4.class, UnicastHeader.createDataHeader(5, (short) 2, true), new byte[9]));
    messages.put(
        "unicast acknowledged",
        empty(UNICAST4.class, UnicastHeader.createAckHeader(1 << 20, (short) 2, 77)));
    messages.put(
        "first wanted", empty(UNICAST4.class, UnicastHeader.createSendFirstSeqnoHeader(3)));
    messages.put("closed", empty(UNICAST4.class, UnicastHeader.createCloseHeader((short) 2)));
    Map<String, byte[]> frames = new TreeMap<>();
    messages.forEach((name, message) -> frames.put(name, frame(message)));
    frames.put(
        "batch",
        written(
            out ->
                Util.writeMessageList(
                    TWO, ONE, new byte[] {'s'}, new ArrayList<>(messages.values()), out, false)));
    messages.forEach((name, message) -> frames.put(name + " to all", frame(message.setDest(null))));
    return frames;
  }

  /**
   * Frames of a made-up member at {@code host} that say where members are: each time at {@code
   * place}.
   */
  static List<byte[]> naming(String cluster, InetSocketAddress place, String host) {
    Address from = MemberAddress.of(new Member("stranger-1", 1, host, 9));
    IpAddress there = new IpAddress(place);
    Header ping = new PingHeader(PingHeader.GET_MBRS_REQ).clusterName("holdfast/" + cluster);
    byte[] data =
        written(
            out -> {
              out.writeInt(1);
              new PingData(ONE, false, "stranger-1", there).writeTo(out);
            });
    Header told = MERGE3.MergeHeader.createInfo(VIEW.getViewId(), "stranger-1", there);
    List<Message> messages =
        List.of(
            bytes(TCPPING.class, ping, data).setSrc(from),
            bytes(TCPPING.class, new PingHeader(PingHeader.GET_MBRS_RSP), data).setSrc(from),
            empty(MERGE3.class, told).setSrc(from),
            bytes(TCPPING.class, ping, null).setSrc(there));
    return messages.stream().map(message -> frame(message.setDest(null))).toList();
  }

  /** Asks to join as a made-up member that accepts replication at {@code host}. */
  static byte[] join(String host) {
    Address joiner = MemberAddress.of(new Member("stranger-3", 3, host, 9));
    Header request = new GMS.GmsHeader(GMS.GmsHeader.JOIN_REQ, joiner);
    return frame(bytes(GMS.class, request, null).setSrc(joiner).setDest(null));
  }

  /** Says where a process is that there is not, each time another one. */
  static byte[] announcingAnybody() {
    Address anybody = UUID.randomUUID();
    byte[] data =
        written(
            out -> {
              out.writeInt(1);
              new PingData(anybody, true, "anybody", PLACE).writeTo(out);
            });
    Header pong = new PingHeader(PingHeader.GET_MBRS_RSP);
    return frame(bytes(TCPPING.class, pong, data).setSrc(anybody).setDest(null));
  }

  /** The first message to {@code member} of a process that there is not, each time another one. */
  static byte[] firstOfAnybody(Address member) {
    Header first = UnicastHeader.createDataHeader(1, (short) 1, true);
    return frame(
        bytes(UNICAST4.class, first, new byte[1]).setSrc(UUID.randomUUID()).setDest(member));
  }

  private static GMS.GmsHeader gms(byte type) {
    return new GMS.GmsHeader(type);
  }

  private static GMS.GmsHeader merge(byte type) {
    return gms(type).mergeId(MergeId.create(ONE));
  }

  private static SeqnoList missing() {
    return new SeqnoList(100, 7).add(8, 40, 99);
  }

  private static Message with(Class<?> protocol, Header header, Message message) {
    return message
        .setDest(TWO)
        .setSrc(ONE)
        .setFlag(Message.Flag.OOB)
        .putHeader(ClassConfigurator.getProtocolId(TP.class), new TpHeader("holdfast/shop"))
        .putHeader(ClassConfigurator.getProtocolId(protocol), header);
  }

  private static Message empty(Class<?> protocol, Header header) {
    return with(protocol, header, new EmptyMessage());
  }

  private static Message bytes(Class<?> protocol, Header header, byte[] body) {
    return with(protocol, header, new BytesMessage(null, body));
  }

  private static Message object(Class<?> protocol, Header header, Object body) {
    return with(protocol, header, new ObjectMessage(null, body));
  }

  private static Message joinResponse(JoinRsp response) {
    return bytes(
        GMS.class,
        gms(GMS.GmsHeader.JOIN_RSP),
        written(out -> Util.writeStreamable(response, out)));
  }

  private static Message storedView(View view) {
    return bytes(
        MERGE3.class,
        MERGE3.MergeHeader.createViewResponse(),
        written(out -> Util.writeStreamable(view, out)));
  }

  private static Message viewAndDigest(Header header, View view, int flags, Digest digest) {
    return bytes(
        GMS.class,
        header,
        written(
            out -> {
              int digestFlags =
                  digest == null ? 0 : GMS.DIGEST_PRESENT | (view == null ? GMS.READ_ADDRS : 0);
              out.writeShort(flags | digestFlags);
              if (view != null) {
                view.writeTo(out);
              }
              if (digest != null) {
                digest.writeTo(out, view == null);
              }
            }));
  }

  private static byte[] members(Address... members) {
    return written(out -> Util.writeAddresses(List.of(members), out));
  }

  private static byte[] frame(Message message) {
    return written(out -> Util.writeMessage(message, out, message.getDest() == null));
  }

  private static byte[] written(Writing writing) {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(512, true);
    try {
      writing.to(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Arrays.copyOf(out.buffer(), out.position());
  }

  /** Reads a frame as JGroups does, and each body as its protocol does. */
  static void read(byte[] frame) throws Exception {
    ByteArrayDataInputStream in = new ByteArrayDataInputStream(frame);
    in.readShort();
    if ((in.readByte() & TP.LIST) == 0) {
      Message message = MessageFactory.create(in.readShort());
      message.readFrom(in);
      readBody(message);
    } else {
      for (MessageBatch batch : Util.readMessageBatch(in, false)) {
        if (batch != null) {
          for (Message message : batch) {
            readBody(message);
          }
        }
      }
    }
  }

  private static void readBody(Message message) throws Exception {
    if (message.getType() == Message.OBJ_MSG) {
      Object missing = message.getObject();
      assertThat(missing == null || missing instanceof SeqnoList).isTrue();
      return;
    }
    byte[] body = message.getArray();
    GMS.GmsHeader gms = message.getHeader(ClassConfigurator.getProtocolId(GMS.class));
    MERGE3.MergeHeader merge = message.getHeader(ClassConfigurator.getProtocolId(MERGE3.class));
    PingHeader ping = message.getHeader(ClassConfigurator.getProtocolId(TCPPING.class));
    NakAckHeader nak = message.getHeader(ClassConfigurator.getProtocolId(NAKACK4.class));
    UnicastHeader unicast = message.getHeader(ClassConfigurator.getProtocolId(UNICAST4.class));
    if (body == null || nak != null || unicast != null) {
      return;
    }
    if (ping != null) {
      Discovery.deserialize(body, message.getOffset(), message.getLength());
    } else if (merge != null && message.getLength() > 0) {
      Util.streamableFromBuffer(View::new, body, message.getOffset(), message.getLength());
    } else if (gms != null) {
      switch (gms.getType()) {
        case GMS.GmsHeader.JOIN_RSP ->
            Util.streamableFromBuffer(JoinRsp::new, body, message.getOffset(), message.getLength());
        case GMS.GmsHeader.MERGE_REQ -> Util.readAddresses(input(message), ArrayList::new);
        case GMS.GmsHeader.GET_CURRENT_VIEW -> Util.readViewId(input(message));
        case GMS.GmsHeader.VIEW,
            GMS.GmsHeader.MERGE_RSP,
            GMS.GmsHeader.INSTALL_MERGE_VIEW,
            GMS.GmsHeader.INSTALL_DIGEST,
            GMS.GmsHeader.GET_DIGEST_RSP ->
            GMS._readViewAndDigest(body, message.getOffset(), message.getLength());
        default -> assertThat(message.getLength()).isZero();
      }
    }
  }

  private static ByteArrayDataInputStream input(Message message) {
    return new ByteArrayDataInputStream(
        message.getArray(), message.getOffset(), message.getLength());
  }

  private static Set<String> names() {
    return known().keySet();
  }

  @ParameterizedTest
  @ValueSource(bytes = {GMS.GmsHeader.JOIN_REQ, GMS.GmsHeader.LEAVE_REQ})
  void refusesWhatASenderSaysInTheNameOfAnother(byte request) {
    Address three = MemberAddress.of(new Member("node-3", 1, "127.0.0.1", 9_000));
    Address four = MemberAddress.of(new Member("node-4", 1, "127.0.0.1", 9_000));
    byte[] own = frame(empty(GMS.class, new GMS.GmsHeader(request, three)).setSrc(three));
    byte[] ofAnother = frame(empty(GMS.class, new GMS.GmsHeader(request, four)).setSrc(three));
    byte[] asAnother = frame(empty(GMS.class, new GMS.GmsHeader(request, four)).setSrc(four));
    byte[] ofNobody = frame(empty(GMS.class, new GMS.GmsHeader(request, OTHER)).setSrc(OTHER));

    assertThatCode(() -> FrameGrammar.check(own, "node-3"::equals, anywhere -> true))
        .doesNotThrowAnyException();
    for (byte[] frame : List.of(ofAnother, asAnother, ofNobody)) {
      assertThatThrownBy(() -> FrameGrammar.check(frame, "node-3"::equals, anywhere -> true))
          .hasMessageContaining("its certificate may not speak for the member");
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void passesWhatMembersSend_andNothingShorterOrLonger(String name) throws Exception {
    byte[] frame = known().get(name);

    assertThatCode(() -> FrameGrammar.check(frame, anybody -> true, anywhere -> true))
        .doesNotThrowAnyException();
    read(frame);
    for (int length = 0; length < frame.length; length++) {
      byte[] shorter = Arrays.copyOf(frame, length);
      assertThatThrownBy(() -> FrameGrammar.check(shorter, anybody -> true, anywhere -> true))
          .as("%d of %d bytes", length, frame.length)
          .isInstanceOf(FrameGrammar.UnknownFrameException.class);
    }
    assertThatThrownBy(
            () ->
                FrameGrammar.check(
                    Arrays.copyOf(frame, frame.length + 1), anybody -> true, anywhere -> true))
        .hasMessage("bytes after its end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"discovery", "answer to a discovery", "view told", "batch"})
  void refusesAnAddressThatItsSenderMayNotName(String name) {
    assertThatThrownBy(
            () ->
                FrameGrammar.check(
                    known().get(name),
                    anybody -> true,
                    place -> !place.equals(new InetSocketAddress(PLACE.getIpAddress(), 7_800))))
        .hasMessage("an address that its sender may not name");
  }

  /** Replication connects there once the member is in the view. */
  @Test
  void refusesAMember_whoseReplicationIsWhereItsSenderMayNotName() {
    InetSocketAddress own = new InetSocketAddress("127.0.0.2", 9);
    for (String host : List.of("127.0.0.2", "::ffff:127.0.0.2")) {
      assertThatCode(() -> FrameGrammar.check(join(host), anybody -> true, own::equals))
          .doesNotThrowAnyException();
    }
    for (String host : List.of("127.0.0.3", "::1", "localhost", "127.0.0.256", "f::g", "127.2")) {
      assertThatThrownBy(() -> FrameGrammar.check(join(host), anybody -> true, own::equals))
          .as(host)
          .hasMessage("an address that its sender may not name");
    }
  }

  @Test
  void returnsTheSendersOfAFrame() throws Exception {
    byte[] batch = known().get("batch");

    assertThat(FrameGrammar.check(batch, anybody -> true, anywhere -> true))
        .containsExactlyInAnyOrder(ONE, TWO);
  }

  /** Addresses of one hash code cost the square of their number, here and in JGroups. */
  @Test
  void refusesMoreAddressesThanAClusterHas() {
    IntFunction<byte[]> ofSenders =
        count ->
            written(
                out ->
                    Util.writeMessageList(
                        TWO,
                        ONE,
                        new byte[] {'s'},
                        collidingAddresses(count - 1).stream()
                            .map(each -> new EmptyMessage().setSrc(each))
                            .toList(),
                        out,
                        false));
    IntFunction<byte[]> ofMembers =
        count -> frame(storedView(View.create(ONE, 7, collidingAddresses(count))));
    IntFunction<byte[]> ofPings =
        count ->
            frame(
                bytes(
                    TCPPING.class,
                    new PingHeader(PingHeader.GET_MBRS_RSP),
                    written(
                        out -> {
                          out.writeInt(count);
                          for (Address each : collidingAddresses(count)) {
                            new PingData(each, true, "node-1", null).writeTo(out);
                          }
                        })));

    assertBound(ofSenders, FrameGrammar.MAX_SENDERS, "too many senders");
    assertBound(ofMembers, FrameGrammar.MAX_ADDRESSES, "too many addresses");
    assertBound(ofPings, FrameGrammar.MAX_ADDRESSES, "too many pings");
  }

  private static void assertBound(IntFunction<byte[]> frames, int most, String reason) {
    assertThatCode(() -> FrameGrammar.check(frames.apply(most), anybody -> true, anywhere -> true))
        .doesNotThrowAnyException();
    assertRefused(frames.apply(most + 1), reason);
  }

  private static List<Address> collidingAddresses(int count) {
    List<Address> addresses = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      addresses.add(new UUID(i, i));
    }
    return addresses;
  }

  @Test
  void refusesAddressesOfManyParts() {
    ExtendedUUID longer = ExtendedUUID.randomUUID();
    for (byte i = 0; i < 17; i++) {
      longer.put(new byte[] {'a', (byte) ('a' + i)}, new byte[] {'x'});
    }
    Message search = empty(FD_ALL3.class, new FailureDetection.HeartbeatHeader()).setSrc(longer);

    assertRefused(frame(search), "an address of too many parts");
  }

  /** JGroups would connect there to answer, without having to look up where the member is. */
  @Test
  void refusesMembersWhoseAddressIsThatOfAPort() throws Exception {
    Message search =
        bytes(
            TCPPING.class,
            new PingHeader(PingHeader.GET_MBRS_REQ).clusterName("shop"),
            written(out -> out.writeInt(0)));
    byte[] toAPort = frame(search.setDest(PLACE));

    assertThatCode(() -> FrameGrammar.check(toAPort, anybody -> true, anywhere -> true))
        .doesNotThrowAnyException();
    assertRefused(frame(search.setSrc(PLACE)), "an unknown address");
    Header join = new GMS.GmsHeader(GMS.GmsHeader.JOIN_REQ, PLACE);
    assertRefused(frame(bytes(GMS.class, join, null)), "an unknown address");
    View places = View.create(ONE, 7, ONE, PLACE);
    assertRefused(
        frame(viewAndDigest(gms(GMS.GmsHeader.VIEW), places, GMS.VIEW_PRESENT, null)),
        "an unknown address");
  }

  /** JGroups would drop them too, but with a line for each address that a stranger claims. */
  @Test
  void refusesFramesOfAnotherVersion() throws Exception {
    byte[] frame = known().get("view");
    ByteBuffer.wrap(frame).putShort(Version.encode(5, 6, 0));
    assertRefused(frame, "another version of JGroups");

    ByteBuffer.wrap(frame).putShort(Version.encode(5, 5, 0));
    assertThatCode(() -> FrameGrammar.check(frame, anybody -> true, anywhere -> true))
        .doesNotThrowAnyException();
  }

  /** JGroups logs names and addresses as they are: a stranger must not write lines of its own. */
  @Test
  void refusesTextThatIsNotPrintable() throws Exception {
    for (String name : List.of("127.0.0.1", "/stranger-1", "holdfast/shop")) {
      byte[] frame = known().get("view");
      frame[indexOf(frame, name.getBytes(US_ASCII)) + 3] = '\n';
      assertRefused(frame, "unprintable text");
    }
    byte[] ping = known().get("discovery without data");
    ping[indexOf(ping, new byte[] {0, 4, 's', 'h'}) + 2] = '\r';
    assertRefused(ping, "unprintable text");
  }

  @Test
  void refusesAllOtherKindsOfMessages() throws Exception {
    List<Message> refused =
        List.of(
            call(bomb()),
            call(new Gadget()),
            object(NAKACK4.class, NakAckHeader.createXmitRequestHeader(ONE), new ViewId(ONE, 1)),
            new NioMessage(null, ByteBuffer.wrap(new byte[3])),
            new LongMessage(null, 7),
            new CompositeMessage(null, new EmptyMessage()),
            new FragmentedMessage(new BytesMessage(null, new byte[50]), 0, 9),
            new BatchMessage(null, ONE, new Message[] {new EmptyMessage()}, 1));
    for (Message message : refused) {
      assertRefused(frame(message.setSrc(ONE)), "an object|a message of type .*");
    }
  }

  /** JGroups' own format for an object of any class. */
  private static Message call(Object argument) throws Exception {
    return new ObjectMessage(
        null, new MethodCall("x", new Object[] {argument}, new Class<?>[] {Object.class}));
  }

  /** Sets within sets whose hash code takes longer than anybody waits. */
  private static Object bomb() {
    Set<Object> bomb = new HashSet<>();
    Set<Object> left = bomb;
    Set<Object> right = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      Set<Object> nextLeft = new HashSet<>(Set.of("foo"));
      Set<Object> nextRight = new HashSet<>();
      left.add(nextLeft);
      left.add(nextRight);
      right.add(nextLeft);
      right.add(nextRight);
      left = nextLeft;
      right = nextRight;
    }
    return bomb;
  }

  /** Frames of which JGroups by itself would run code, or allocate what they claim. */
  static List<byte[]> dangerous() throws Exception {
    byte[] claim = frame(new BytesMessage(null, new byte[] {1, 2, 3, 4}).setSrc(ONE));
    ByteBuffer.wrap(claim).putInt(claim.length - 8, 150_000_000);
    return List.of(frame(call(bomb())), frame(call(new Gadget())), claim);
  }

  /** The second bar, should an object ever pass the first one. */
  @Test
  void leavesAFilterInJGroups_thatRefusesEveryClass() throws Exception {
    MembershipSettings settings =
        MembershipSettings.of(
            "shop",
            "127.0.0.1",
            1,
            org.holdfast.replication.membership.jgroups.Discovery.local(),
            new Member("node-1", 1, "127.0.0.1", 9));
    ProtocolStack.open(settings, MemberUnderTest.streams(settings), java.time.Duration.ofSeconds(1))
        .close();
    byte[] gadget = frame(call(new Gadget()));

    assertThatThrownBy(() -> read(gadget)).hasStackTraceContaining("REJECTED");
    assertThat(Gadget.read).isFalse();
  }

  @Test
  void believesNoLength() throws Exception {
    assertRefused(dangerous().get(2), "more bytes claimed than there are");

    byte[] pings = known().get("discovery");
    int count = indexOf(pings, new byte[] {0, 0, 0, 2});
    ByteBuffer.wrap(pings).putInt(count, Integer.MAX_VALUE);
    assertRefused(pings, "too many pings");

    byte[] batch = known().get("batch");
    int messages = indexOf(batch, new byte[] {0, 1, 's'}) + 3;
    ByteBuffer.wrap(batch).putInt(messages, Integer.MAX_VALUE);
    assertRefused(batch, "too many messages");

    byte[] missing = known().get("missing");
    int numbers = indexOf(missing, new byte[] {0, 0, 0, 100});
    ByteBuffer.wrap(missing).putInt(numbers, Integer.MAX_VALUE);
    assertRefused(missing, "too many missing numbers");
  }

  private static int indexOf(byte[] bytes, byte[] wanted) {
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      if (Arrays.equals(Arrays.copyOfRange(bytes, i, i + wanted.length), wanted)) {
        return i;
      }
    }
    throw new AssertionError("not in the frame");
  }

  private static void assertRefused(byte[] frame, String reason) {
    assertThatThrownBy(() -> FrameGrammar.check(frame, anybody -> true, anywhere -> true))
        .isInstanceOf(FrameGrammar.UnknownFrameException.class)
        .message()
        .matches(reason);
  }
}
