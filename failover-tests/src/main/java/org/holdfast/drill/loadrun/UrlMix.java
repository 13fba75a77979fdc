// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;

/**
 * What to ask whom, from the URLs and targets of the command line.
 *
 * @param pages the mix
 * @param targets nodes, named by their route or, without one, by their address
 */
public record UrlMix(List<Page> pages, List<Target> targets) {
  private static final Pattern WEIGHTED = Pattern.compile("(.+)=(\\d{1,6})");

  /** What was meant for a weight, and is none. */
  private static final Pattern ODD_WEIGHT =
      Pattern.compile("(.+)=([-+]?(?:\\d+\\.?\\d*|\\.\\d+)%?)");

  /**
   * Up to the last sign: a password may have what ends a host, and is not to be told then either.
   */
  private static final Pattern USER_INFO = Pattern.compile("^([A-Za-z]+://)?.*@");

  private static final Pattern TARGET =
      Pattern.compile("(?:([A-Za-z0-9_-]+)=)?(\\[[0-9a-fA-F:.]+]|[^:=\\[\\]]+):(\\d{1,5})");

  /** {@link Page#USER} as a URL may have it. */
  private static final String ESCAPED_USER = "%7Buser%7D";

  public UrlMix {
    pages = List.copyOf(pages);
    targets = List.copyOf(targets);
  }

  /**
   * Reads URLs, each with a weight after it or not and with {@value Page#USER} in path or query
   * where the number of the user is to stand, and targets {@code ROUTE=HOST:PORT} or {@code
   * HOST:PORT}. Resolves host names.
   *
   * @param urls with hosts, all the same, or paths alone where targets are given
   * @param allowRemote whether hosts may be other machines
   * @throws IllegalArgumentException if something is none of these, or a host is not allowed
   */
  public static UrlMix parse(
      List<String> urls, List<String> targets, RequestBody body, boolean allowRemote) {
    List<Page> pages = new ArrayList<>();
    Set<String> hosts = new LinkedHashSet<>();
    for (String text : urls) {
      Matcher weighted = WEIGHTED.matcher(text);
      boolean hasWeight = weighted.matches() && !isInsideParameter(weighted.group(1));
      if (!hasWeight) {
        refuseOddWeight(text);
      }
      URI uri = uri((hasWeight ? weighted.group(1) : text).replace(Page.USER, ESCAPED_USER));
      if (uri.getHost() != null) {
        hosts.add(uri.getHost() + ":" + (uri.getPort() < 0 ? 80 : uri.getPort()));
      } else if (targets.isEmpty()) {
        throw new IllegalArgumentException(
            "a URL without a host needs --targets, was " + withoutUser(text));
      }
      String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      int weight = hasWeight ? Integer.parseInt(weighted.group(2)) : 1;
      String target = (path + query).replace(ESCAPED_USER, Page.USER);
      pages.add(new Page(target, body, weight));
    }
    if (targets.isEmpty() && hosts.size() > 1) {
      throw new IllegalArgumentException(
          "the URLs name several servers, "
              + hosts
              + ": give these as --targets, and paths as URLs");
    }
    if (!targets.isEmpty() && !hosts.isEmpty()) {
      throw new IllegalArgumentException(
          "with --targets URLs must be paths such as /counter, but name " + hosts);
    }
    List<Target> nodes = new ArrayList<>();
    for (String each : targets.isEmpty() ? hosts : targets) {
      nodes.add(target(each, allowRemote));
    }
    if (nodes.stream().map(Target::name).distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("--targets must name each node once, was " + targets);
    }
    return new UrlMix(pages, nodes);
  }

  /** The same, but each answer must contain {@code text}. */
  UrlMix expecting(String text) {
    return new UrlMix(pages.stream().map(page -> page.expecting(text)).toList(), targets);
  }

  /** A path with such an end would be asked for, and what was meant is not. */
  private static void refuseOddWeight(String text) {
    Matcher odd = ODD_WEIGHT.matcher(text);
    if (odd.matches() && !isInsideParameter(odd.group(1))) {
      throw new IllegalArgumentException(
          "a weight must be a whole number from 1 to 999999, was "
              + odd.group(2)
              + " after "
              + withoutUser(odd.group(1))
              + " (a path that ends so has %3D for its \"=\")");
    }
  }

  /** Whether the text ends in the name of a parameter, of path or query, that wants its value. */
  private static boolean isInsideParameter(String text) {
    int query = text.indexOf('?');
    int semicolon = text.lastIndexOf(';');
    if (query < 0) {
      boolean isInPath = semicolon >= 0 && text.indexOf('/', semicolon) < 0;
      return isInPath && text.indexOf('=', semicolon) < 0;
    }
    int last = Math.max(query, Math.max(text.lastIndexOf('&'), semicolon));
    return text.indexOf('=', last) < 0;
  }

  private static URI uri(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getRawUserInfo() != null) {
        throw new IllegalArgumentException(
            "a URL must not name a user or a password, as users of the load do not log in that way,"
                + " was "
                + withoutUser(text));
      }
      if ("https".equalsIgnoreCase(uri.getScheme())) {
        throw new IllegalArgumentException(
            "HTTPS is not supported: a URL must be http://HOST:PORT/PATH, was "
                + withoutUser(text));
      }
      if (uri.getRawFragment() != null) {
        throw new IllegalArgumentException(
            "a URL must have no fragment, which browsers do not send, was " + withoutUser(text));
      }
      boolean isPath = uri.getScheme() == null && uri.getHost() == null && text.startsWith("/");
      boolean isUrl = "http".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null;
      if (isPath || isUrl) {
        return uri;
      }
      throw new IllegalArgumentException(
          "a URL must be http://HOST:PORT/PATH, with =WEIGHT after it or not, was "
              + withoutUser(text));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "a URL must be http://HOST:PORT/PATH, was " + withoutUser(text) + ": " + e.getReason());
    }
  }

  /** What may be told of a URL: a password that it holds may not. */
  private static String withoutUser(String text) {
    return USER_INFO.matcher(text).replaceFirst("$1...@");
  }

  private static Target target(String text, boolean allowRemote) {
    Matcher form = TARGET.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "a target must be HOST:PORT or ROUTE=HOST:PORT, was " + withoutUser(text));
    }
    int port = Integer.parseInt(form.group(3));
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port must be 1 to 65535, was " + text);
    }
    String host = form.group(2);
    InetAddress address = resolve(host);
    if (!allowRemote && !address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "host "
              + host
              + " is not this machine's loopback, and load hurts strangers: if the server is yours,"
              + " say so with --allow-remote");
    }
    String name = form.group(1) == null ? host + ":" + port : form.group(1);
    return new Target(name, new InetSocketAddress(address, port));
  }

  private static InetAddress resolve(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("host " + host + " is not known", e);
    }
  }
}
