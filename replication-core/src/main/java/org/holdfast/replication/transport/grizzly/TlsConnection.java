// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.transport.grizzly;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.CompletionHandler;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.asyncqueue.WritableMessage;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the selector thread of the connection calls read, and runs what follows each step of the
 * handshake; a thread of TlsPort runs the steps; any thread writes.
 * Locks, never both: `writing` is held while a record is made and given to the queue of the socket,
 * so that records leave in the order in which they were made. Completion handlers run under it, and
 * close listeners if a write fails: neither may wait or write. `arriving` guards the bytes of the
 * handshake, for one call of the engine at most.
 * I1  before the handshake is over nothing leaves but the handshake; then first what waited.
 * I2  at most one step of the handshake runs (`stepping`).
 * I3  one thread at a time decrypts: that of the step, later the selector thread.
 * Checked by: TlsIT.
 */
/**
 * Encrypts and decrypts one connection with TLS 1.3. The work of the handshake is done elsewhere
 * than on the selector thread: it takes milliseconds, in which no frame of any peer would arrive.
 *
 * <p>Why not Grizzly's own filter: {@code docs/design/021-mutual-tls.md}.
 */
// Grizzly declares its close listener with a deprecated type.
@SuppressWarnings("deprecation")
final class TlsConnection {
  /** Each connection has it, with nothing in it if the port speaks plaintext only. */
  private static final Attribute<Optional<TlsConnection>> ATTRIBUTE =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(TlsConnection.class.getName());

  /** The first byte of a TLS connection. As that of the length of a frame it is out of bounds. */
  private static final byte HANDSHAKE_RECORD = 22;

  private static final int HEADER_BYTES = 5;

  /** The most bytes of a peer that sends on while a step of the handshake runs. */
  private static final int MAX_ARRIVED_BYTES = 256 * 1024;

  /** The most plaintext in one record. */
  private static final int MAX_FRAGMENT_BYTES = 16 * 1024;

  /** A length beyond any record; the engine refuses records that claim it. */
  private static final int MAX_RECORD_BYTES = MAX_FRAGMENT_BYTES + 2 * 1024;

  /** A number of steps beyond any handshake. */
  private static final int MAX_STEPS = 64;

  /**
   * The most answers to new keys of a peer that wait for room in the socket, some 100 bytes each. A
   * peer may renew its keys often, and its answers wait behind large frames.
   */
  private static final int MAX_WAITING_ANSWERS = 1_024;

  /** A length beyond the reasons of this node, with all the names that these show. */
  static final int MAX_REASON_CHARACTERS = 1_000;

  /** Control characters, those that turn the direction of text, and ends of lines. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  private static final int KEPT_SCRATCH_BYTES = 128 * 1024;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
  private static final Logger log = LoggerFactory.getLogger(TlsConnection.class);

  private enum State {
    /** The state before any byte is read or written. */
    NEW,
    HANDSHAKE,
    ENCRYPTED,
    PLAINTEXT
  }

  private record Waiting(
      ByteBuffer bytes, CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler) {}

  private final TlsPort port;
  private final Connection<SocketAddress> connection;
  private final boolean client;
  private final Object writing = new Object();
  private final Object arriving = new Object();

  /** The state, written under {@code writing}. */
  private volatile State state;

  private volatile @Nullable X509Certificate peer;

  /** The member that must answer; written before anything else is. */
  private volatile @Nullable String expected;

  /** The engine, set once, by the first step. */
  private volatile @Nullable SSLEngine engine;

  @GuardedBy("writing")
  private final Queue<Waiting> waiting = new ArrayDeque<>();

  /** The room for records. It is given away to a write that waits for room in the socket. */
  @GuardedBy("writing")
  private ByteBuffer scratch = NOTHING;

  @GuardedBy("writing")
  private int waitingAnswers;

  /** The part of a record that has arrived. Confined to the selector thread after the handshake. */
  private ByteBuffer arrived = NOTHING;

  @GuardedBy("arriving")
  private boolean stepping;

  @GuardedBy("arriving")
  private int steps;

  /** The flag that is set when the peer has sent anything. */
  private volatile boolean heard;

  /** The flag that is set when the handshake has begun with a whole message, and is admitted. */
  private volatile boolean admitted;

  /** The room for decrypted bytes; used by one thread at a time, as the engine is. */
  private ByteBuffer plain = NOTHING;

  private TlsConnection(
      TlsPort port, Connection<SocketAddress> connection, boolean client, State state) {
    this.port = port;
    this.connection = connection;
    this.client = client;
    this.state = state;
    ATTRIBUTE.set(connection, Optional.of(this));
  }

  /** Marks a connection of a port that speaks plaintext only. */
  static void none(Connection<?> connection) {
    ATTRIBUTE.set(connection, Optional.empty());
  }

  /** Attaches to a connection that a peer has opened. */
  static void accepted(TlsPort port, Connection<SocketAddress> connection) {
    TlsConnection unused = new TlsConnection(port, connection, false, State.NEW);
  }

  /** Attaches to a connection that was opened to a peer; the handshake begins with a write. */
  static void dialled(TlsPort port, Connection<SocketAddress> connection) {
    boolean plaintext = port.takesForPlaintext(connection.getPeerAddress());
    TlsConnection made =
        new TlsConnection(port, connection, true, plaintext ? State.PLAINTEXT : State.NEW);
    if (!plaintext) {
      connection.addCloseListener((CloseListener<?, ?>) (closed, how) -> made.onClosed(how));
    }
  }

  /**
   * Returns the TLS part of {@code connection}; null if the port speaks plaintext only.
   *
   * @throws IllegalStateException if nothing has said which of the two it is: such a connection
   *     must not pass for one in plaintext
   */
  static @Nullable TlsConnection of(Connection<?> connection) {
    Optional<TlsConnection> tls = ATTRIBUTE.get(connection);
    if (tls == null) {
      throw new IllegalStateException(
          "this node does not know whether a connection is encrypted; it reads and writes nothing"
              + " there");
    }
    return tls.orElse(null);
  }

  /**
   * Returns the reason why the peer of {@code connection} may not speak for the member {@code
   * name}; null if it may, or if nothing is proven on this connection.
   */
  static @Nullable String refusal(Connection<?> connection, String name) {
    TlsConnection tls = of(connection);
    if (tls == null || tls.state == State.PLAINTEXT) {
      return null;
    }
    X509Certificate certificate = tls.peer;
    return certificate == null ? "no certificate" : tls.port.security().refusal(certificate, name);
  }

  /** Returns whether the peer of {@code connection} has shown that it is a member. */
  static boolean isProven(Connection<?> connection) {
    TlsConnection tls = of(connection);
    return tls != null && tls.peer != null;
  }

  /** Returns whether frames pass {@code connection}, encrypted or not. */
  static boolean isOpen(Connection<?> connection) {
    TlsConnection tls = of(connection);
    return tls == null || tls.state == State.ENCRYPTED || tls.state == State.PLAINTEXT;
  }

  /**
   * Returns whether the peer that opened {@code connection} has begun a TLS handshake with a whole
   * message, which counts against its budget. A first byte costs it nothing.
   */
  static boolean hasBegun(Connection<?> connection) {
    TlsConnection tls = of(connection);
    return tls != null && tls.admitted;
  }

  /** Ends the connection unless {@code member} answers; to be called before the first write. */
  static void expect(Connection<?> connection, String member) {
    TlsConnection tls = of(connection);
    if (tls != null) {
      tls.expected = member;
    }
  }

  /**
   * Decrypts {@code bytes}, all of which it takes.
   *
   * @param plaintext takes the decrypted bytes, in any number of calls
   * @throws MalformedFrameException if no member sends this
   */
  void read(ByteBuffer bytes, Consumer<ByteBuffer> plaintext) {
    heard = true;
    if (state == State.NEW && bytes.hasRemaining()) {
      decide(bytes.get(bytes.position()));
    }
    switch (state) {
      case PLAINTEXT -> plaintext.accept(bytes);
      case HANDSHAKE -> arrive(bytes);
      case ENCRYPTED -> {
        try {
          decrypt(bytes, plaintext);
        } catch (SSLException e) {
          fail(e);
        }
      }
      case NEW ->
          throw new MalformedFrameException("bytes arrived before this member sent its first");
    }
  }

  /**
   * Decides between TLS and plaintext by the first byte of a peer that has opened the connection.
   */
  private void decide(byte first) {
    if (client) {
      return;
    }
    boolean encrypted = first == HANDSHAKE_RECORD;
    if (!encrypted && !port.security().allowsPlaintext()) {
      throw new MalformedFrameException(
          "the caller sent plaintext, but this member accepts TLS only");
    }
    synchronized (writing) {
      state = encrypted ? State.HANDSHAKE : State.PLAINTEXT;
    }
  }

  // the handshake

  private void arrive(ByteBuffer bytes) {
    boolean whole;
    boolean first;
    synchronized (arriving) {
      if (arrived.position() + bytes.remaining() > MAX_ARRIVED_BYTES) {
        throw new MalformedFrameException("too many bytes before the TLS handshake was over");
      }
      keep(bytes);
      whole = hasRecord();
      first = steps == 0;
    }
    if (whole) {
      if (first && !port.admits(IncomingStream.addressOf(connection))) {
        throw new MalformedFrameException("the caller's address starts too many TLS handshakes");
      }
      admitted = true;
      step();
    }
  }

  @GuardedBy("arriving")
  private boolean hasRecord() {
    return arrived.position() >= HEADER_BYTES
        && arrived.position() >= Math.min(recordBytes(), MAX_RECORD_BYTES);
  }

  /** Returns the length of the record whose header has arrived, header included. */
  private int recordBytes() {
    return HEADER_BYTES + Short.toUnsignedInt(arrived.getShort(HEADER_BYTES - Short.BYTES));
  }

  /** Lets a thread continue the handshake, unless one does; reads nothing meanwhile. */
  private void step() {
    boolean tooMany;
    synchronized (arriving) {
      if (stepping) {
        return;
      }
      stepping = true;
      steps++;
      tooMany = steps > MAX_STEPS;
    }
    if (tooMany) {
      fail(new SSLException("the handshake takes too many steps"));
      return;
    }
    try {
      connection.disableIOEvent(IOEvent.READ);
      port.handshakes().execute(this::takeStep);
    } catch (IOException | RuntimeException e) {
      fail(new SSLException("too many handshakes at a time", e));
    }
  }

  private void takeStep() {
    try {
      boolean over = connection.isOpen() && handshake();
      onSelector(() -> afterStep(over));
    } catch (SSLException e) {
      sayWhy();
      fail(e);
    } catch (RuntimeException | Error e) {
      logFailure("a TLS handshake", e);
      fail(new SSLException(e));
    }
  }

  /** Ends the connection, on its selector thread: its listeners must not run under a lock. */
  private void fail(SSLException reason) {
    onSelector(
        () -> {
          if (connection.isOpen()) {
            InboundStream stream = InboundStream.of(connection);
            if (stream != null) {
              String message = reason.getMessage();
              stream.onTlsFailure(message == null ? "no reason" : printable(message));
            }
            connection.terminateSilently();
          }
        });
  }

  /** Returns a reason for the log: the JDK may put names into it that the peer chose. */
  static String printable(String reason) {
    String bounded =
        reason.length() > MAX_REASON_CHARACTERS
            ? reason.substring(0, MAX_REASON_CHARACTERS) + "…"
            : reason;
    return UNPRINTABLE.matcher(bounded).replaceAll("?");
  }

  /** Goes as far as the bytes that have arrived allow; returns whether the handshake is over. */
  private boolean handshake() throws SSLException {
    SSLEngine current = engine;
    if (current == null) {
      current = port.security().newEngine(client);
      engine = current;
      current.beginHandshake();
    }
    while (true) {
      switch (current.getHandshakeStatus()) {
        case NEED_TASK -> runTasks(current);
        case NEED_WRAP -> {
          synchronized (writing) {
            writeRecords(current, NOTHING, new EmptyCompletionHandler<>());
          }
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrapOfHandshake(current)) {
            return false;
          }
        }
        default -> {
          return true;
        }
      }
    }
  }

  private boolean unwrapOfHandshake(SSLEngine current) throws SSLException {
    plain = roomFor(plain, current.getSession().getApplicationBufferSize());
    synchronized (arriving) {
      arrived.flip();
      SSLEngineResult result;
      try {
        result = current.unwrap(arrived, plain);
      } finally {
        arrived.compact();
      }
      if (result.getStatus() == Status.CLOSED) {
        throw new SSLException("the peer ended the handshake");
      }
      return result.getStatus() == Status.OK;
    }
  }

  private static void runTasks(SSLEngine current) {
    Runnable task;
    while ((task = current.getDelegatedTask()) != null) {
      task.run();
    }
  }

  /** Sends the alert that says why the handshake failed. */
  private void sayWhy() {
    SSLEngine current = engine;
    try {
      while (current != null && current.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        synchronized (writing) {
          writeRecords(current, NOTHING, new EmptyCompletionHandler<>());
        }
      }
    } catch (SSLException unsaid) {
      // The end of the connection says enough.
    }
  }

  /**
   * Continues on the selector thread after a step of the handshake: with the next step, or with
   * reading.
   */
  private void afterStep(boolean over) {
    if (!connection.isOpen()) {
      return;
    }
    boolean again;
    synchronized (arriving) {
      stepping = false;
      again = hasRecord();
    }
    if (over) {
      if (!open()) {
        return;
      }
    } else if (again) {
      step();
      return;
    }
    try {
      connection.enableIOEvent(IOEvent.READ);
    } catch (IOException e) {
      connection.terminateSilently();
      return;
    }
    if (over) {
      port.reader().accept(connection, NOTHING); // what came behind the handshake
    }
  }

  /** Lets frames pass, first the waiting ones; returns false if the peer is the wrong one. */
  private boolean open() {
    SSLEngine current = engine;
    try {
      if (current == null) {
        throw new SSLException("the connection has no TLS engine");
      }
      X509Certificate certificate = certificateOf(current);
      peer = certificate;
      String member = expected;
      String reason = member == null ? null : port.security().refusal(certificate, member);
      if (reason != null) {
        throw new SSLException(reason);
      }
      if (!client) {
        port.proven(IncomingStream.addressOf(connection));
      }
      synchronized (writing) {
        state = State.ENCRYPTED;
        for (Waiting each; (each = waiting.poll()) != null; ) {
          writeRecords(current, each.bytes(), each.handler());
        }
      }
      return true;
    } catch (SSLException e) {
      fail(e);
      return false;
    }
  }

  private static X509Certificate certificateOf(SSLEngine current)
      throws SSLPeerUnverifiedException {
    if (current.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate) {
      return certificate;
    }
    throw new SSLPeerUnverifiedException("no X.509 certificate");
  }

  private void onSelector(Runnable task) {
    NIOConnection nio = (NIOConnection) connection;
    SelectorHandler handler = ((NIOTransport) nio.getTransport()).getSelectorHandler();
    handler.execute(
        nio.getSelectorRunner(),
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            logFailure("a task of the TLS connection", e);
            connection.terminateSilently();
          }
          return true;
        },
        new EmptyCompletionHandler<>());
  }

  /** Logs a fault of this node or of Java, which a peer may be able to cause at will. */
  private void logFailure(String what, Throwable fault) {
    port.rare()
        .add(
            what,
            System.nanoTime(),
            line -> log.error(line, fault),
            what + " with " + connection.getPeerAddress() + " failed; this node closes it");
  }

  /**
   * Takes note of a peer that speaks plaintext: it closes at once a connection that begins with
   * TLS. Waiting messages are lost, as with any connection that closes: JGroups and the replicas
   * repeat them.
   */
  private void onClosed(ICloseType how) {
    if (state == State.HANDSHAKE && !heard && how == CloseType.REMOTELY) {
      port.failedWithTls(connection.getPeerAddress());
    }
  }

  // reading

  /**
   * Decrypts whole records: first the one that has arrived in part, then those in {@code bytes}.
   * Keeps the part of the last record for the next read.
   */
  private void decrypt(ByteBuffer bytes, Consumer<ByteBuffer> plaintext) throws SSLException {
    SSLEngine current = engine;
    if (current == null) {
      throw new SSLException("the connection has no TLS engine");
    }
    while (arrived.position() > 0) {
      if (!completes(bytes)) {
        return;
      }
      arrived.flip();
      try {
        if (!unwrap(current, arrived, plaintext)) {
          return;
        }
      } finally {
        arrived.compact();
      }
    }
    while (bytes.hasRemaining()) {
      if (!unwrap(current, bytes, plaintext)) {
        keep(bytes);
        return;
      }
    }
  }

  /**
   * Takes the missing bytes of the record that has arrived in part; returns whether it is complete.
   */
  private boolean completes(ByteBuffer bytes) {
    take(bytes, HEADER_BYTES);
    if (arrived.position() < HEADER_BYTES) {
      return false;
    }
    take(bytes, recordBytes());
    return arrived.position() >= recordBytes();
  }

  private void take(ByteBuffer bytes, int upTo) {
    int count = Math.min(bytes.remaining(), upTo - arrived.position());
    if (count > 0) {
      keep(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
    }
  }

  private void keep(ByteBuffer bytes) {
    if (arrived.remaining() < bytes.remaining()) {
      int needed = arrived.position() + bytes.remaining();
      ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, 2 * arrived.capacity()));
      arrived = larger.put(arrived.flip());
    }
    arrived.put(bytes);
  }

  /** Decrypts one record; returns whether it was a whole one. */
  private boolean unwrap(SSLEngine current, ByteBuffer from, Consumer<ByteBuffer> plaintext)
      throws SSLException {
    plain = roomFor(plain, current.getSession().getApplicationBufferSize());
    SSLEngineResult result = current.unwrap(from, plain);
    if (result.getStatus() == Status.BUFFER_OVERFLOW) {
      throw new SSLException("a record longer than " + plain.capacity() + " bytes");
    }
    if (result.getStatus() == Status.CLOSED) {
      connection.closeSilently();
      from.position(from.limit());
      return false;
    }
    if (result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      answerNewKeys(current);
    }
    if (plain.flip().hasRemaining()) {
      plaintext.accept(plain);
    }
    return result.getStatus() == Status.OK;
  }

  /** Answers new keys; ends the connection of a peer that sends them and reads no answers. */
  private void answerNewKeys(SSLEngine current) throws SSLException {
    synchronized (writing) {
      waitingAnswers++;
      if (waitingAnswers > MAX_WAITING_ANSWERS) {
        throw new SSLException("the peer sends new keys, and does not read the answers");
      }
      writeRecords(
          current,
          NOTHING,
          new EmptyCompletionHandler<>() {
            @Override
            public void completed(WriteResult<WritableMessage, SocketAddress> result) {
              synchronized (writing) {
                waitingAnswers--;
              }
            }
          });
    }
  }

  private static ByteBuffer roomFor(ByteBuffer buffer, int bytes) {
    return buffer.capacity() < bytes ? ByteBuffer.allocate(bytes) : buffer.clear();
  }

  // writing

  /**
   * Encrypts {@code bytes} and writes them, in the order of the calls; before the end of the
   * handshake they wait, and must not change. The {@code handler} must not wait for anything.
   */
  void write(
      ByteBuffer bytes, CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler) {
    boolean begins = false;
    synchronized (writing) {
      SSLEngine current = engine;
      if (state == State.PLAINTEXT) {
        ConnectionWriter.writeAsItIs(connection, bytes, handler);
      } else if (state == State.ENCRYPTED && current != null) {
        try {
          writeRecords(current, bytes, handler);
        } catch (SSLException e) {
          fail(e);
        }
      } else {
        waiting.add(new Waiting(bytes, handler));
        begins = client && state == State.NEW;
        if (begins) {
          state = State.HANDSHAKE;
        }
      }
    }
    if (begins) {
      step();
    }
  }

  /** Writes {@code bytes} in records, with those of the handshake that the engine wants to send. */
  @GuardedBy("writing")
  private void writeRecords(
      SSLEngine current,
      ByteBuffer bytes,
      CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler)
      throws SSLException {
    boolean carriesFrames = bytes.hasRemaining();
    int record = current.getSession().getPacketBufferSize();
    int needed = record * (1 + bytes.remaining() / MAX_FRAGMENT_BYTES);
    // Direct, since Grizzly would copy any other for the socket. Ours again once it is written.
    ByteBuffer out =
        scratch.capacity() < needed ? ByteBuffer.allocateDirect(needed) : scratch.clear();
    scratch = NOTHING;
    SSLEngineResult result;
    do {
      if (out.remaining() < record) {
        out = ByteBuffer.allocateDirect(2 * out.capacity()).put(out.flip());
      }
      result = current.wrap(bytes, out);
      // Closed is what the last alert leaves behind; it is in the record that goes out.
    } while (result.getStatus() == Status.OK
        && (bytes.hasRemaining() || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP));
    if (bytes.hasRemaining()) {
      throw new SSLException("cannot encrypt: " + result.getStatus());
    }
    out.flip();
    if (carriesFrames) {
      ConnectionWriter.writeAsItIs(connection, out, new Completion(out, handler));
    } else {
      // A few bytes: while they wait, they must not hold a buffer for whole records.
      ByteBuffer few = ByteBuffer.allocate(out.remaining()).put(out).flip();
      scratch = out;
      ConnectionWriter.writeAsItIs(connection, few, handler);
    }
  }

  /** A handler that gives the buffer back once it is written. */
  private final class Completion
      extends EmptyCompletionHandler<WriteResult<WritableMessage, SocketAddress>> {
    private final ByteBuffer written;
    private final CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler;

    Completion(
        ByteBuffer written,
        CompletionHandler<WriteResult<WritableMessage, SocketAddress>> handler) {
      this.written = written;
      this.handler = handler;
    }

    @Override
    public void completed(WriteResult<WritableMessage, SocketAddress> result) {
      synchronized (writing) {
        if (scratch.capacity() < written.capacity() && written.capacity() <= KEPT_SCRATCH_BYTES) {
          scratch = written;
        }
      }
      handler.completed(result);
    }

    @Override
    public void failed(Throwable reason) {
      handler.failed(reason);
    }
  }
}
