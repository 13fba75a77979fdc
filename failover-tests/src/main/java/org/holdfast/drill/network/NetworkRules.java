// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.holdfast.drill.fault.Fault;

/**
 * The commands that do a fault to the network of one node, and those that take it back. Pure.
 *
 * @param inflict run one after the other
 * @param heal likewise
 * @param count prints how often the rules have acted
 * @param acted finds in that what they have acted on, in its first group
 */
record NetworkRules(
    List<List<String>> inflict, List<List<String>> heal, List<String> count, Pattern acted) {
  private static final int SMALLEST_BURST_BYTES = 3_200;
  private static final int BURSTS_A_SECOND = 100;

  /** Packets, bytes, target, protocol, …; what is dropped at random says so at the end. */
  private static final Pattern DROPPED_ALWAYS =
      Pattern.compile("(?m)^\\s*(\\d+)\\s+\\d+\\s+DROP\\b(?!.*statistic).*$");

  private static final Pattern HELD_BACK = Pattern.compile("\\boverlimits (\\d+)");
  private static final Pattern PASSED = Pattern.compile("\\bSent \\d+ bytes (\\d+) pkt");

  NetworkRules {
    inflict = List.copyOf(inflict);
    heal = List.copyOf(heal);
  }

  /**
   * Drops what goes between the node and {@code others}.
   *
   * @param others addresses, at least one
   */
  static NetworkRules cut(Fault.Direction direction, List<String> others) {
    String addresses = String.join(",", others);
    List<String> sent = List.of("OUTPUT", "-d", addresses, "-j", "DROP");
    List<String> received = List.of("INPUT", "-s", addresses, "-j", "DROP");
    return filter(
        switch (direction) {
          case BOTH -> List.of(sent, received);
          case OUTBOUND -> List.of(sent);
          case INBOUND -> List.of(received);
        },
        DROPPED_ALWAYS);
  }

  /**
   * Drops packets that reach the node, at random. There is no such rule for what it sends: a system
   * tells whoever sends of a packet that it drops itself, and that is not how packets get lost.
   *
   * @param source of the packets: a subnet, as {@code 10.213.40.0/24}, or an address
   */
  static NetworkRules loss(int percent, String source) {
    String probability = String.format(Locale.ROOT, "%.2f", percent / 100.0);
    String rule = "INPUT ! -i lo -s " + source + " -m statistic --mode random --probability ";
    return filter(
        List.of(words(rule + probability + " -j DROP")),
        Pattern.compile(
            "(?m)^\\s*(\\d+)\\s+\\d+\\s+DROP\\b.*\\s"
                + Pattern.quote(source)
                + "\\s.*statistic.*$"));
  }

  /** Limits what leaves through {@code device}. */
  static NetworkRules bandwidth(long kilobitsPerSecond, String device) {
    long bytesPerSecond = kilobitsPerSecond * 1_000 / 8;
    long burst = Math.max(SMALLEST_BURST_BYTES, bytesPerSecond / BURSTS_A_SECOND);
    return shape(
        device,
        "tbf rate " + kilobitsPerSecond + "kbit burst " + burst + " latency 400ms",
        HELD_BACK);
  }

  /** Delays what leaves through {@code device}. */
  static NetworkRules delay(long millis, String device) {
    return shape(device, "netem limit 100000 delay " + millis + "ms", PASSED);
  }

  /** Asks which device has an address; read the answer with {@link #device}. */
  static List<String> whichDevice(String address) {
    return words("ip -o -4 addr show to " + address);
  }

  /** Reads {@code "7: eth1 inet 10.213.40.11/24 …"}; an empty text if there is no such line. */
  static String device(String answer) {
    String[] parts = answer.strip().split("\\s+", 3);
    return parts.length > 1 ? parts[1] : "";
  }

  /** Whether they have acted on any packet, by what {@link #count} printed. */
  boolean haveActed(String printed) {
    Matcher matcher = acted.matcher(printed);
    boolean any = false;
    while (matcher.find() && !any) {
      any = !matcher.group(1).equals("0");
    }
    return any;
  }

  private static NetworkRules filter(List<List<String>> rules, Pattern acted) {
    return new NetworkRules(
        rules.stream().map(rule -> iptables("-A", rule)).toList(),
        rules.stream().map(rule -> iptables("-D", rule)).toList(),
        words("iptables -w -nvxL"),
        acted);
  }

  private static List<String> iptables(String action, List<String> rule) {
    return Stream.concat(Stream.of("iptables", "-w", action), rule.stream()).toList();
  }

  private static NetworkRules shape(String device, String how, Pattern acted) {
    return new NetworkRules(
        List.of(words("tc qdisc add dev " + device + " root " + how)),
        List.of(words("tc qdisc del dev " + device + " root")),
        words("tc -s qdisc show dev " + device),
        acted);
  }

  static List<String> words(String command) {
    return List.of(command.split(" "));
  }
}
