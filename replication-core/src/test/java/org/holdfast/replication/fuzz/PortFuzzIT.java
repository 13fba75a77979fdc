// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.holdfast.replication.Seeds;
import org.holdfast.replication.config.NodeConfigBuilder;
import org.holdfast.replication.config.TlsConfig;
import org.holdfast.replication.membership.View;
import org.holdfast.replication.membership.jgroups.CapturedLog;
import org.holdfast.replication.security.TestKeys;
import org.holdfast.replication.session.CommitOutcome;
import org.holdfast.replication.session.Lookup;
import org.holdfast.replication.session.ReplicatedSession;
import org.holdfast.replication.session.SessionReplicator;
import org.holdfast.replication.session.TestCluster;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pair of nodes with a session, while a stranger says at their ports whatever comes to its mind.
 * Each input is a connection. The stranger resets it: a port that waits for late packets would be
 * one that other tests cannot use.
 */
class PortFuzzIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String CART = "3 items";

  /** The one that the kept frames of membership name. */
  private static final String CLUSTER = "shop";

  /** The limit of the thread that feeds. */
  private static final Fuzzer.Allowance OWN = new Fuzzer.Allowance(1_000_000, 100);

  /**
   * The bytes that all threads of both nodes may allocate for one input: a connection and its
   * buffers.
   */
  private static final long MOST_BYTES_FOR_AN_INPUT = 500_000;

  private static final int MOST_BYTES_LEFT_BEHIND = 16 << 20;

  /** A kind of trouble has one line a minute, whichever caller makes it. */
  private static final int MOST_LINES = 20;

  /** A node answers within a millisecond or two, or waits for more. */
  private static final int MOST_WAIT_MILLIS = 10;

  /** The stranger ends so many times fewer connections in the proper way, which costs a port. */
  private static final int PROPER_END = 100;

  /** The strangers that send frames of membership at the same time. */
  private static final int STRANGERS = 4;

  private static final int ROUNDS = 5;
  private static final int FRAMES_OF_A_ROUND = 2_000;

  /** A frame of one byte, which no member sends: a node closes the connection for it at last. */
  private static final byte[] LAST_FRAME = {0, 0, 0, 1, 0};

  /** The port at which the first stranger says that it listens. */
  private static final int STRANGERS_PORT = 45_678;

  @Test
  void staysInItsView_whenAStrangerDoesNotKnowTheCluster() throws Exception {
    String log = fuzz(FuzzTarget.PORT, UnaryOperator.identity(), true);

    assertThat(warnings(log)).hasSizeLessThan(MOST_LINES);
  }

  /** In plaintext such a stranger may join, and have JGroups log what it says. It goes again. */
  @Test
  void returnsToItsView_whenAStrangerKnowsTheCluster() throws Exception {
    fuzz(FuzzTarget.CLUSTER, node -> node.cluster(CLUSTER), false);
  }

  @Test
  void staysInItsView_whenAStrangerHasNoKey(@TempDir Path keys) throws Exception {
    TlsConfig tls = TestKeys.tls(TestKeys.self(keys, TlsConfig.CLUSTER_NAME));
    String log = fuzz(FuzzTarget.TLS, node -> node.cluster(CLUSTER).tls(tls), true);

    assertThat(warnings(log)).hasSizeLessThan(MOST_LINES);
  }

  @Test
  void staysInItsView_whenTenThousandDamagedFramesArrive() throws Exception {
    String log = feedFrames(UnaryOperator.identity(), true);

    assertThat(log).doesNotContain("Exception");
    assertThat(warnings(log)).hasSizeLessThan(MOST_LINES);
  }

  /** In plaintext the sender of some of them joins. Neither node leaves the view for that. */
  @Test
  @Tag("nightly")
  void returnsToItsView_whenTenThousandDamagedFramesNameItsCluster() throws Exception {
    feedFrames(node -> node.cluster(CLUSTER), false);
  }

  /**
   * Sends the kept frames of membership, and then damaged ones. Each is whole, on a connection that
   * begins as that of a member and comes from the host of the members: so it may name any address,
   * and JGroups reads what {@code FrameGrammar} lets pass.
   */
  private static String feedFrames(
      UnaryOperator<NodeConfigBuilder> settings, boolean staysInItsView) throws Exception {
    List<byte[]> kept = List.copyOf(Corpus.of(FuzzTarget.MEMBERSHIP).values());
    Mutator mutator = new Mutator(Seeds.one(), LoadedClasses.bait());
    ExecutorService strangers = Executors.newFixedThreadPool(STRANGERS);
    try (TestCluster nodes = new TestCluster(2, settings, shop -> shop)) {
      Pair pair = new Pair(nodes, staysInItsView);
      long before = usedBytes();
      LoadedClasses.Step feeding =
          () -> {
            sendAll(kept, nodes, strangers);
            pair.check(kept.size());
            for (int i = 0; i < ROUNDS; i++) {
              sendAll(damaged(mutator, kept), nodes, strangers);
              pair.check(FRAMES_OF_A_ROUND);
              awaitLittleLeftBehind(before);
            }
          };
      boolean[] loads = new boolean[1];
      String log = CapturedLog.of(() -> loads[0] = LoadedClasses.loadsBait(feeding));
      assertThat(loads[0]).as("a frame of seed %d had a class loaded", Seeds.one()).isFalse();
      pair.awaitAsBefore();
      return log;
    } finally {
      strangers.shutdownNow();
    }
  }

  private static List<byte[]> damaged(Mutator mutator, List<byte[]> kept) {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < FRAMES_OF_A_ROUND; i++) {
      frames.add(mutator.next(kept));
    }
    return frames;
  }

  /** Returns when the nodes have closed the connections of all frames. */
  private static void sendAll(List<byte[]> frames, TestCluster nodes, ExecutorService strangers)
      throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < STRANGERS; i++) {
      int stranger = i;
      calls.add(() -> sendEachFourth(frames, stranger, nodes));
    }
    for (Future<Integer> call : strangers.invokeAll(calls)) {
      assertThat(call.get()).isPositive();
    }
  }

  private static int sendEachFourth(List<byte[]> frames, int stranger, TestCluster nodes)
      throws IOException {
    byte[] greeting = greeting(STRANGERS_PORT + stranger); // a node closes many of one address
    int sent = 0;
    for (int i = stranger; i < frames.size(); i += STRANGERS) {
      int port = nodes.nodes.get(sent % 2).self().port();
      sendToTheEnd(joined(greeting, joined(frame(frames.get(i)), LAST_FRAME)), port);
      sent++;
    }
    return sent;
  }

  /** Waits until the node has closed the connection, for the damaged frame or the last one. */
  private static void sendToTheEnd(byte[] bytes, int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoLinger(true, 0);
      socket.setSoTimeout((int) SOON.toMillis());
      try {
        socket.getOutputStream().write(bytes);
        socket.getInputStream().skipNBytes(Long.MAX_VALUE);
      } catch (SocketTimeoutException open) {
        throw open;
      } catch (IOException closed) {
        // by the node
      }
    }
  }

  private static List<String> warnings(String log) {
    return log.lines().filter(line -> line.contains(" WARN ")).toList();
  }

  private static String fuzz(
      FuzzTarget target, UnaryOperator<NodeConfigBuilder> settings, boolean staysInItsView)
      throws Exception {
    Map<String, byte[]> inputs = conversations();
    try (TestCluster nodes = new TestCluster(2, settings, shop -> shop)) {
      Pair pair = new Pair(nodes, staysInItsView);
      long before = usedBytes();
      String log = CapturedLog.of(() -> Fuzzer.byTheClock(target).with(inputs).feed(OWN, pair));
      pair.awaitAsBefore();
      awaitLittleLeftBehind(before);
      assertThat(log).doesNotContain("Exception").doesNotContainPattern("[\\p{Cntrl}&&[^\n]]");
      return log;
    }
  }

  /** Waits: a node keeps an ended connection for as long as it would keep a silent one. */
  private static void awaitLittleLeftBehind(long before) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(usedBytes() - before)
                    .as("bytes left behind")
                    .isLessThan(MOST_BYTES_LEFT_BEHIND));
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static final class Pair implements Fuzzer.Target {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final TestCluster cluster;
    private final boolean staysInItsView;
    private final List<View> views;
    private final String id;
    private long calls;
    private long allocated;

    Pair(TestCluster cluster, boolean staysInItsView) {
      this.cluster = cluster;
      this.staysInItsView = staysInItsView;
      this.views = views();
      ReplicatedSession session = cluster.shops.get(0).create(Duration.ofMinutes(30), 1000);
      session.attributes().put("cart", CART);
      assertThat(session.commit()).isEqualTo(CommitOutcome.PROTECTED);
      session.exit();
      this.id = session.id();
      this.allocated = allocatedByAll();
    }

    private List<View> views() {
      return cluster.nodes.stream().map(node -> node.view()).toList();
    }

    private long allocatedByAll() {
      return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
          .filter(bytes -> bytes > 0)
          .sum();
    }

    /** Each from another address, as no two have a connection in common. */
    @Override
    public String take(byte[] input) throws IOException {
      calls++;
      int port = cluster.nodes.get((int) (calls % 2)).self().port();
      InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + calls % 250)});
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0)) {
        socket.setSoLinger(true, 0);
        socket.setSoTimeout(MOST_WAIT_MILLIS);
        return answerTo(socket, input, calls % PROPER_END == 0);
      }
    }

    private static String answerTo(Socket socket, byte[] input, boolean ends) {
      byte[] start = new byte[12];
      int heard = 0;
      try {
        socket.getOutputStream().write(input);
        if (ends) {
          socket.shutdownOutput();
        }
        heard = socket.getInputStream().readNBytes(start, 0, start.length);
        socket.getInputStream().skipNBytes(Long.MAX_VALUE);
        return "endless";
      } catch (SocketTimeoutException open) {
        return "open";
      } catch (IOException closed) {
        return "closed after " + HexFormat.of().formatHex(start, 0, heard);
      }
    }

    @Override
    public void check(int inputs) {
      long now = allocatedByAll();
      assertThat(now - allocated)
          .as("bytes allocated by all threads for %d inputs", inputs)
          .isLessThan(inputs * MOST_BYTES_FOR_AN_INPUT);
      for (SessionReplicator shop : cluster.shops) {
        Lookup lookup = shop.acquire(id, null);
        assertThat(lookup).isNotInstanceOf(Lookup.Unknown.class);
        if (lookup instanceof Lookup.Found found) {
          assertThat(found.session().attributes()).containsOnly(Map.entry("cart", CART));
          found.session().exit();
        } else {
          assertThat(staysInItsView).as("%s", lookup).isFalse();
        }
      }
      if (staysInItsView) {
        assertThat(views()).isEqualTo(views);
      } else {
        assertThat(views())
            .allSatisfy(view -> assertThat(view.members()).containsAll(views.get(0).members()));
      }
      cluster.leaving.clear(); // the sessions that moved between the two
      allocated = allocatedByAll();
    }

    void awaitAsBefore() {
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                assertThat(views()).allMatch(view -> view.hasSameMembers(views.get(0)));
                assertThat(cluster.nodes).allMatch(node -> node.isSettled());
              });
      for (SessionReplicator shop : cluster.shops) {
        await().atMost(SOON).until(() -> isServedAndProtected(shop));
      }
    }

    private boolean isServedAndProtected(SessionReplicator shop) {
      if (!(shop.acquire(id, null) instanceof Lookup.Found found)) {
        return false;
      }
      ReplicatedSession session = found.session();
      try {
        assertThat(session.attributes()).containsOnly(Map.entry("cart", CART));
        return session.commit() == CommitOutcome.PROTECTED;
      } finally {
        session.exit();
      }
    }
  }

  /** Inputs that begin as members do, and inputs of other programs. */
  private static Map<String, byte[]> conversations() throws IOException {
    Map<String, byte[]> all = new TreeMap<>();
    byte[] greeting = greeting(STRANGERS_PORT);
    for (Map.Entry<String, byte[]> each : Corpus.of(FuzzTarget.MEMBERSHIP).entrySet()) {
      all.put("membership " + each.getKey(), joined(greeting, frame(each.getValue())));
    }
    byte[] messages = {};
    for (byte[] message : Corpus.of(FuzzTarget.MESSAGES).values()) {
      messages = joined(messages, frame(message));
    }
    for (Map.Entry<String, byte[]> each : Corpus.of(FuzzTarget.HANDSHAKE).entrySet()) {
      byte[] handshake = frame(each.getValue());
      all.put("handshake " + each.getKey(), handshake);
      all.put("impatient " + each.getKey(), joined(handshake, messages));
    }
    all.putAll(Corpus.of(FuzzTarget.TLS));
    all.put("http", "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return all;
  }

  /** That it speaks JGroups, in which version, and where it listens. */
  private static byte[] greeting(int port) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("bela");
    out.writeShort(Version.version);
    IpAddress listens = new IpAddress(InetAddress.getLoopbackAddress(), port);
    out.writeShort(listens.serializedSize());
    listens.writeTo(out);
    return bytes.toByteArray();
  }

  private static byte[] frame(byte[] content) {
    return ByteBuffer.allocate(Integer.BYTES + content.length)
        .putInt(content.length)
        .put(content)
        .array();
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  @Test
  void keepsEachKindOfRecord() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    byte[] hello = wrapped(engine);
    Map<String, byte[]> records = new TreeMap<>();
    records.put("hello", hello);
    records.put("alert", new byte[] {21, 3, 3, 0, 2, 2, 40});
    records.put("changed", new byte[] {20, 3, 3, 0, 1, 1});
    records.put("data", joined(new byte[] {23, 3, 3, 0, 40}, new byte[40]));
    records.put("hello twice", joined(hello, hello));
    records.put("hello and data", joined(hello, records.get("data")));
    SSLEngine old = SSLContext.getDefault().createSSLEngine();
    old.setUseClientMode(true);
    old.setEnabledProtocols(new String[] {"TLSv1.2"});
    records.put("hello of old", wrapped(old));

    Corpus.requireNamesOf(FuzzTarget.TLS, records);
    assertThat(Corpus.of(FuzzTarget.TLS).get("hello")).startsWith(22, 3).hasSizeGreaterThan(100);
  }

  private static byte[] wrapped(SSLEngine engine) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), out);
    return Arrays.copyOf(out.array(), out.position());
  }
}
