// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.machine.OwnerProcess;
import org.holdfast.drill.machine.Programs;

/*
 * Threads: the launcher's creates; the launcher's or the drill's renews; any closes.
 * Locks, outermost first: the monitor of a network, then LOCK.
 * Invariant: a network is claimed and removed under LOCK only, and removed only while its device
 * still names the owner, a process id with its start. So no drill takes the network of a living
 * process for an orphan.
 */
/**
 * The network of nodes that are processes of this machine, each in a network namespace of its own.
 * A node has two devices: one for the other nodes, which alone has faults, and one for its clients,
 * which are on this machine. Neither leads anywhere else.
 *
 * <p>A further namespace, the hub, has a bridge for each of the two, so no firewall of this machine
 * has a say in what nodes send each other. Everything is called by the name of the network, which
 * is also that of its one device in this machine's own namespace. The network that creates this
 * device has the name and its subnet to itself. The device tells which process it belongs to, from
 * before the first namespace is there until the last one is gone, so that the next drill removes
 * the network of one that was killed.
 */
public final class NamespaceNetwork implements AutoCloseable {
  static final String IP_PROGRAM = Programs.find("ip").map(Path::toString).orElse("ip");

  private static final Path DEVICES = Path.of("/sys/class/net");
  private static final Pattern NAME = Pattern.compile("holdfast-\\d+");
  private static final int FIRST_SUBNET = 40;
  private static final int SUBNETS = 16;

  /** The first node's last byte among clients; among nodes it is {@link #NODES} more. */
  private static final int FIRST_NODE = 11;

  private static final int NODES = 128;

  /** The rights that this takes, as the kernel numbers them: CAP_NET_ADMIN, CAP_SYS_ADMIN. */
  private static final long RIGHTS = 1L << 12 | 1L << 21;

  /** A signal to the drill's process group can hit a child before it has a group of its own. */
  private static final int REMOVALS = 3;

  static final NetworkLock LOCK = new NetworkLock(NetworkLock.OF_THIS_MACHINE);

  private final int subnet;
  private final String name;
  private final String owner = OwnerProcess.current();
  private final NetworkAbilities abilities = new NetworkAbilities(this::probe);

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private boolean removed;

  private NamespaceNetwork(int subnet) {
    this.subnet = subnet;
    this.name = "holdfast-" + subnet;
  }

  /** Says why this process cannot create one, as far as that is known without trying. */
  public static Optional<String> lacks() {
    List<String> status;
    try {
      status = Files.readAllLines(Path.of("/proc/self/status"));
    } catch (IOException e) {
      return Optional.of("network namespaces need Linux");
    }
    return lacks(Programs.find("ip").isPresent(), status);
  }

  /**
   * @param status lines of {@code /proc/PID/status}
   */
  static Optional<String> lacks(boolean hasIp, List<String> status) {
    if (!hasIp) {
      return Optional.of(
          "network namespaces need ip, which this machine does not have (package iproute2)");
    }
    long rights =
        status.stream()
            .filter(line -> line.startsWith("CapEff:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .sum();
    return (rights & RIGHTS) == RIGHTS
        ? Optional.empty()
        : Optional.of(
            "network namespaces need root's rights (CAP_NET_ADMIN and CAP_SYS_ADMIN), which this"
                + " process does not have: run the drill as root");
  }

  /**
   * Creates a network on the first subnet that no other has.
   *
   * @throws IOException if there is none, with the last reason
   */
  public static NamespaceNetwork create() throws IOException {
    NamespaceNetwork network = LOCK.hold(NamespaceNetwork::claimFirst);
    try {
      network.build();
      return network;
    } catch (IOException | RuntimeException | Error e) {
      network.close();
      throw e;
    }
  }

  private static NamespaceNetwork claimFirst() throws IOException {
    removeOrphans();
    IOException refusal = new IOException("no subnet was tried");
    for (int i = 0; i < SUBNETS; i++) {
      NamespaceNetwork network = new NamespaceNetwork(FIRST_SUBNET + i);
      try {
        network.claim();
        return network;
      } catch (IOException e) {
        refusal = e;
      }
    }
    throw new IOException(
        "none of " + SUBNETS + " subnets could be had; of the last: " + refusal.getMessage(),
        refusal);
  }

  /** Returns the name of the network, of its hub and of its device on this machine. */
  String name() {
    return name;
  }

  private void claim() throws IOException {
    String routes = ip("-4", "route", "show", "root", prefix() + "0/24");
    if (!routes.isBlank()) {
      throw new IOException("this machine has the route " + routes.strip());
    }
    if (Files.exists(DEVICES.resolve(name))) {
      throw new IOException("this machine has the device " + name);
    }
    try {
      batch(
          List.of(),
          "link add name " + name + " type veth peer name " + inHub(),
          "link set dev " + name + " alias " + owner);
    } catch (IOException | RuntimeException | Error e) {
      if (!remove(name, owner) || owner(name).isEmpty()) {
        // Only this process can have made it: the name was free, and LOCK is held.
        removeIfThere("link", "del", "dev", name);
      }
      throw e;
    }
  }

  private void build() throws IOException {
    ip("netns", "add", name);
    batch(
        List.of(),
        "link set dev " + inHub() + " netns " + name,
        "addr add " + prefix() + "1/25 dev " + name,
        "link set dev " + name + " up");
    batch(
        List.of("-n", name),
        "link add name nodes type bridge",
        "link add name clients type bridge",
        "link set dev nodes up",
        "link set dev clients up",
        "link set dev " + inHub() + " master clients up");
  }

  /**
   * Creates the namespace of a life of a node, in place of that of the life before.
   *
   * @param number of the node, from 0
   */
  public synchronized Namespace renew(String node, int number) throws IOException {
    if (closed) {
      throw new IOException("the network of the drill is closed");
    }
    String inside = name + "-" + node;
    if (namespaces(inside).contains(inside)) {
      // Its devices would go with it, but only some time later.
      batch(List.of("-n", name), "link del dev nodes-" + number, "link del dev clients-" + number);
      ip("netns", "del", inside);
    }
    ip("netns", "add", inside);
    batch(
        List.of("-n", name),
        pair("nodes", number, address(number), inside),
        pair("clients", number, clientAddress(number), inside),
        "link set dev nodes-" + number + " master nodes up",
        "link set dev clients-" + number + " master clients up");
    batch(
        List.of("-n", inside),
        "link set dev lo up",
        "addr add " + address(number) + "/25 dev nodes",
        "addr add " + clientAddress(number) + "/25 dev clients",
        "link set dev nodes up",
        "link set dev clients up");
    return new Namespace(inside);
  }

  /** The other side of a device remembers its hardware address: it is the same for each life. */
  private String pair(String device, int number, String address, String namespace) {
    int last = Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
    return String.format(
        Locale.ROOT,
        "link add name %s-%d type veth peer name %s address 02:00:c6:13:%02x:%02x netns %s",
        device,
        number,
        device,
        subnet,
        last,
        namespace);
  }

  /** Returns the address of the node with this number, counted from 0, among the nodes. */
  public String address(int number) {
    return prefix() + (NODES + FIRST_NODE + number);
  }

  /** Returns the address at which clients on this machine reach the node with this number. */
  public String clientAddress(int number) {
    return prefix() + (FIRST_NODE + number);
  }

  /** Returns all addresses among the nodes, as {@code 198.19.40.128/25}. */
  public String nodes() {
    return prefix() + NODES + "/25";
  }

  /** Of a range that is there to test networks with: nobody on the Internet has such an address. */
  private String prefix() {
    return "198.19." + subnet + ".";
  }

  private String inHub() {
    return name + "-in";
  }

  /** Says why {@code fault} is impossible in here; empty if it is not. May take a moment. */
  public Optional<String> lacks(Fault fault) {
    return abilities.lacks(fault);
  }

  private synchronized Optional<String> probe(List<String> command) {
    if (closed) {
      return Optional.of("the network of the drill is closed");
    }
    String trial = name + "-trial";
    try {
      ip("netns", "add", trial);
      try {
        new Namespace(trial).run(command);
        return Optional.empty();
      } finally {
        ip("netns", "del", trial);
      }
    } catch (IOException | RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Removes all of it; nodes that still run lose their network. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    if (removed) {
      return; // the name may be another drill's by now
    }
    try {
      removed = LOCK.hold(() -> remove(name, owner));
    } catch (IOException e) {
      // Without the lock nothing is removed; the next drill finds it once this process has ended.
    }
  }

  private static void removeOrphans() throws IOException {
    try (Stream<Path> devices = Files.list(DEVICES)) {
      for (Path device : devices.toList()) {
        String name = String.valueOf(device.getFileName());
        String owner = owner(name);
        if (NAME.matcher(name).matches() && OwnerProcess.hasEnded(owner)) {
          boolean unused = remove(name, owner);
        }
      }
    }
  }

  /** Returns the process that a device belongs to; empty if it is gone, or belongs to no drill. */
  static String owner(String name) {
    try {
      return Files.readString(DEVICES.resolve(name).resolve("ifalias")).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Removes the network of that name, in whatever state it is, if it belongs to {@code owner}. Only
   * under the lock: else another drill could claim the name in between.
   *
   * @return whether {@code owner} has no network of that name any more
   */
  private static boolean remove(String name, String owner) {
    for (int i = 0; i < REMOVALS && owner(name).equals(owner); i++) {
      removeAsFarAsPossible(name);
    }
    return !owner(name).equals(owner);
  }

  /**
   * Removes last the hub, and the device that owns all of it. If anything else is left, these stay,
   * so that the next drill tries again.
   */
  private static void removeAsFarAsPossible(String name) {
    try {
      for (String namespace : namespaces(name)) {
        if (!namespace.equals(name)) {
          removeIfThere("netns", "del", namespace);
        }
      }
      if (namespaces(name).stream().anyMatch(namespace -> !namespace.equals(name))) {
        return;
      }
      removeIfThere("netns", "del", name);
      if (!namespaces(name).isEmpty()) {
        return;
      }
    } catch (IOException e) {
      return; // without ip there is no way to remove them
    }
    removeIfThere("link", "del", "dev", name);
  }

  private static void removeIfThere(String... command) {
    try {
      ip(command);
    } catch (IOException e) {
      // Gone already, which is what was wanted; or the next try removes it.
    }
  }

  /** Returns the namespaces that the network of that name has now, the hub last. */
  static List<String> namespaces(String name) throws IOException {
    return ip("netns", "list")
        .lines()
        .map(line -> line.split(" ", 2)[0])
        .filter(each -> each.equals(name) || each.startsWith(name + "-"))
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private static String ip(String... arguments) throws IOException {
    return run(List.of(arguments), "");
  }

  /** Does several things with one process, which no signal to this one ends in the middle. */
  private static void batch(List<String> options, String... commands) throws IOException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-batch", "-"));
    run(arguments, String.join("\n", commands) + "\n");
  }

  private static String run(List<String> arguments, String input) throws IOException {
    List<String> command = new ArrayList<>();
    // In a group of its own: Ctrl-C reaches all processes of the drill's.
    Programs.find("setsid").ifPresent(setsid -> command.add(setsid.toString()));
    command.add(IP_PROGRAM);
    command.addAll(arguments);
    return Programs.finish(command, input);
  }
}
