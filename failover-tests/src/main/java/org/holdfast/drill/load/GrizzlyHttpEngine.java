// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.HttpBrokenContent;
import org.glassfish.grizzly.http.HttpClientFilter;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.nio.transport.TCPNIOConnectorHandler;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/**
 * {@link HttpEngine} on Grizzly's transport and HTTP codec. Events come from its selector threads.
 *
 * <p>An answer without a length that ends with its connection cannot be told from one of a server
 * that died, as Grizzly tells no reset from a close: it is believed only if the engine was started
 * so. Answers are bounded to {@value HttpAnswer#MAX_BODY_BYTES} bytes after 64 KiB of status and
 * header lines; more of these ends the connection. Of interim answers 100 is passed over.
 */
public final class GrizzlyHttpEngine implements HttpEngine {
  /** How the names of its threads begin. */
  public static final String THREADS = "holdfast-selector";

  /** Of status and header lines; Grizzly's 8 KiB are less than what some servers send. */
  private static final int MAX_HEAD_BYTES = 1 << 16;

  private static final Attribute<GrizzlyChannel> CHANNEL =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute("holdfast.drill.channel");

  private final TCPNIOTransport transport;
  private final Connector connector;
  private final Set<GrizzlyChannel> channels = ConcurrentHashMap.newKeySet();

  private GrizzlyHttpEngine(TCPNIOTransport transport, boolean closeEndsAnswers) {
    this.transport = transport;
    FilterChain chain =
        FilterChainBuilder.stateless()
            .add(new TransportFilter())
            .add(new HttpClientFilter(MAX_HEAD_BYTES))
            .add(new AnswerFilter(closeEndsAnswers))
            .build();
    this.connector = new Connector(transport, chain);
  }

  /**
   * Starts the engine's threads.
   *
   * @param selectors number of selector threads, at least 1; one carries 50,000 requests/s and more
   * @throws IOException if the selectors cannot be opened
   */
  public static GrizzlyHttpEngine start(int selectors) throws IOException {
    return start(selectors, false);
  }

  /**
   * The same.
   *
   * @param closeEndsAnswers whether an answer without a length is whole when the server closes its
   *     connection, as in HTTP/1.0
   */
  public static GrizzlyHttpEngine start(int selectors, boolean closeEndsAnswers)
      throws IOException {
    TCPNIOTransport transport =
        TCPNIOTransportBuilder.newInstance()
            .setName("holdfast-load")
            .setIOStrategy(SameThreadIOStrategy.getInstance())
            .setSelectorRunnersCount(selectors)
            .setSelectorThreadPoolConfig(
                ThreadPoolConfig.defaultConfig()
                    .setPoolName(THREADS)
                    .setCorePoolSize(selectors)
                    .setMaxPoolSize(selectors))
            .setTcpNoDelay(true)
            .build();
    transport.start();
    return new GrizzlyHttpEngine(transport, closeEndsAnswers);
  }

  @Override
  public HttpChannel connect(InetSocketAddress address, long generation, ChannelEvents events) {
    GrizzlyChannel channel =
        new GrizzlyChannel(address, generation, events, CHANNEL, channels::remove);
    channels.add(channel);
    connector.connect(address, channel);
    return channel;
  }

  @Override
  public void close() {
    channels.forEach(GrizzlyChannel::close);
    Future<?> unused = transport.shutdown(2, TimeUnit.SECONDS);
  }

  /**
   * Hands each socket to its channel before it connects. Grizzly does so only afterwards, and one
   * that nobody answers would stay open for the minutes that the kernel waits.
   */
  private static final class Connector extends TCPNIOConnectorHandler {
    private static final ThreadLocal<GrizzlyChannel> CONNECTING = new ThreadLocal<>();

    Connector(TCPNIOTransport transport, FilterChain chain) {
      super(transport);
      setProcessor(chain);
    }

    /** Makes the socket on this thread. */
    void connect(InetSocketAddress address, GrizzlyChannel channel) {
      CONNECTING.set(channel);
      try {
        connect(address, null, channel);
      } finally {
        CONNECTING.remove();
      }
    }

    @Override
    @SuppressWarnings("rawtypes") // declared raw
    protected void preConfigure(Connection connection) {
      CONNECTING.get().opening(connection);
    }
  }

  /** Turns decoded packets into answers; anything odd ends the connection. */
  private static final class AnswerFilter extends BaseFilter {
    private final boolean closeEndsAnswers;

    AnswerFilter(boolean closeEndsAnswers) {
      this.closeEndsAnswers = closeEndsAnswers;
    }

    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
      Connection<?> connection = context.getConnection();
      HttpContent content = context.getMessage();
      GrizzlyChannel channel = CHANNEL.get(connection);
      HttpResponsePacket response = (HttpResponsePacket) content.getHttpHeader();
      if (channel == null || response.getRequest() == null || HttpBrokenContent.isBroken(content)) {
        connection.closeSilently();
        return context.getStopAction();
      }
      if (content.getContent().remaining() > HttpAnswer.MAX_BODY_BYTES) {
        channel.endAsTooLong(connection);
        return context.getStopAction();
      }
      if (!content.isLast() && closeEndsAnswers && isUndelimited(response)) {
        byte[] part = new byte[content.getContent().remaining()];
        content.getContent().get(part);
        if (!channel.answering(() -> answer(response, ""), part, HttpAnswer.MAX_BODY_BYTES)) {
          channel.endAsTooLong(connection);
        }
        return context.getStopAction();
      }
      if (!content.isLast()) {
        return context.getStopAction(content);
      }
      HttpAnswer answer =
          answer(response, content.getContent().toStringContent(StandardCharsets.UTF_8));
      content.recycle();
      channel.answered(answer);
      return context.getStopAction();
    }

    private static boolean isUndelimited(HttpResponsePacket response) {
      return response.getContentLength() < 0 && !response.isChunked();
    }

    private static HttpAnswer answer(HttpResponsePacket response, String body) {
      List<String> setCookies = new ArrayList<>(1);
      response.getHeaders().values("Set-Cookie").forEach(setCookies::add);
      return new HttpAnswer(
          response.getStatus(),
          setCookies,
          header(response, "X-Holdfast-Protected"),
          header(response, "X-Holdfast-State"),
          header(response, "Retry-After"),
          response.getProcessingState().isKeepAlive(),
          body,
          header(response, "Location"));
    }

    private static String header(HttpResponsePacket response, String name) {
      String value = response.getHeader(name);
      return value == null ? "" : value;
    }

    @Override
    public void exceptionOccurred(FilterChainContext context, Throwable error) {
      context.getConnection().closeSilently();
    }
  }
}
