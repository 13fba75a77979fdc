// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The way in which a starting member finds the running ones. Multicast is never used. */
public sealed interface Discovery {
  /**
   * The ports that members on one machine share under {@link #local()}, counted from the bind port.
   */
  int LOCAL_PORTS = 10;

  /**
   * The discovery of members on one machine. Each takes the first free port of the ten from the
   * configured bind port on, and asks the other nine. Costs nine refused connections on loopback
   * every 1 to 3 s.
   */
  record Local() implements Discovery {
    @Override
    public String toString() {
      return "local";
    }
  }

  /**
   * The discovery that asks a fixed list of hosts. Not every member has to be listed: one that runs
   * is enough to join, and the others become known through it.
   *
   * @param hosts at least one, without duplicates
   */
  record StaticHosts(List<HostPort> hosts) implements Discovery {
    public StaticHosts {
      hosts = hosts.stream().distinct().toList();
      if (hosts.isEmpty()) {
        throw new IllegalArgumentException(
            "static discovery needs at least 1 host, as in static:a:7800,b:7800");
      }
    }

    @Override
    public String toString() {
      return "static:" + String.join(",", hosts.stream().map(HostPort::toString).toList());
    }
  }

  /**
   * The discovery that asks every address of a DNS name at the configured bind port, which is the
   * same for all members. The name is a Kubernetes headless service or a shared alias of
   * containers, for instance. It is looked up again and again, so members may come and go.
   *
   * @param name host name, 1 to 253 characters
   */
  record DnsName(String name) implements Discovery {
    public DnsName {
      HostPort.requireHost(name, "DNS name");
    }

    @Override
    public String toString() {
      return "dns:" + name;
    }
  }

  /**
   * The place where a member may be listening.
   *
   * @param host name or address, 1 to 253 characters
   * @param port TCP port, 1 to 65535
   */
  record HostPort(String host, int port) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:%-]{1,253}");

    public HostPort {
      requireHost(host, "host");
      requirePort(port, "port of " + host);
    }

    static String requireHost(String host, String what) {
      if (!HOST.matcher(host).matches()) {
        throw new IllegalArgumentException(
            what + " must be 1 to 253 characters of [A-Za-z0-9._:%-], was \"" + host + "\"");
      }
      return host;
    }

    static int requirePort(int port, String what) {
      if (port < 1 || port > 65_535) {
        throw new IllegalArgumentException(what + " must be 1 to 65535, was " + port);
      }
      return port;
    }

    @Override
    public String toString() {
      return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
  }

  static Discovery local() {
    return new Local();
  }

  static Discovery hosts(List<HostPort> hosts) {
    return new StaticHosts(hosts);
  }

  static Discovery dns(String name) {
    return new DnsName(name);
  }

  /**
   * Reads {@code local}, {@code static:HOST:PORT,HOST:PORT,…} or {@code dns:NAME}. A port may also
   * be written as in JGroups, {@code HOST[PORT]}, and an IPv6 address as {@code [ADDRESS]:PORT}.
   *
   * @throws IllegalArgumentException if the text is none of these, quoting the part at fault
   */
  static Discovery parse(String text) {
    String trimmed = text.trim();
    if (trimmed.equals("local")) {
      return local();
    }
    if (trimmed.startsWith("dns:")) {
      return dns(trimmed.substring("dns:".length()).trim());
    }
    if (trimmed.startsWith("static:")) {
      List<HostPort> hosts = new ArrayList<>();
      for (String part : trimmed.substring("static:".length()).split(",", -1)) {
        hosts.add(HostPortSyntax.parse(part.trim()));
      }
      return hosts(hosts);
    }
    throw new IllegalArgumentException(
        "discovery must be local, static:HOST:PORT,… or dns:NAME, was \"" + text + "\"");
  }

  /** The three ways of writing a host and its port. */
  final class HostPortSyntax {
    private static final List<Pattern> FORMS =
        List.of(
            Pattern.compile("\\[(?<host>[^\\[\\]]+)]:(?<port>\\d{1,5})"),
            Pattern.compile("(?<host>[^\\[\\]]+)\\[(?<port>\\d{1,5})]"),
            Pattern.compile("(?<host>[^:\\[\\]]+):(?<port>\\d{1,5})"));

    private HostPortSyntax() {}

    static HostPort parse(String part) {
      for (Pattern form : FORMS) {
        Matcher matcher = form.matcher(part);
        if (matcher.matches()) {
          return new HostPort(matcher.group("host"), Integer.parseInt(matcher.group("port")));
        }
      }
      throw new IllegalArgumentException(
          "host of static discovery must be HOST:PORT, HOST[PORT] or [ADDRESS]:PORT, was \""
              + part
              + "\"");
    }
  }
}
