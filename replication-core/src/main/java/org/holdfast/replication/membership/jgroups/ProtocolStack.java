// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.holdfast.replication.membership.MembershipStreams;
import org.jgroups.Address;
import org.jgroups.Global;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.dns.DNS_PING;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Configurator;
import org.jgroups.stack.Protocol;
import org.jgroups.util.ObjectInputStreamWithClassloader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The protocols below a channel, as few as views need: no flow control, fragmentation or state
 * transfer, since members send no messages. The shipped {@code tcp.xml} would notice a hang after
 * 40 s, accept frames of any length and open a diagnostics port.
 */
public final class ProtocolStack {
  private static final int LEAVE_TIMEOUT_MILLIS = 1_000;

  /**
   * The bounds of the random time between two searches for members of other views. MERGE3 takes
   * {@code max / 2} to {@code max * 3 / 2}, and compares the views that it has received every
   * {@code max * 1.6} or, of a foreign view, soon. So members that can reach each other again are
   * in one view within some 2 s.
   */
  private static final int MERGE_MIN_MILLIS = 500;

  private static final int MERGE_MAX_MILLIS = 1_000;

  /**
   * The time for which the leader of a merge waits for another coordinator. It is half of the time
   * after which a member gives up a merge whose leader has gone: no other merge begins meanwhile.
   */
  private static final int MERGE_TIMEOUT_MILLIS = 2_000;

  /**
   * The rounds of discovery within the join timeout: members started together then find each other.
   */
  private static final int DISCOVERY_RUNS = 3;

  /**
   * The attempt at which JGroups gives up, so four are made. With fewer, members started together
   * now and then ended as two clusters, which take another 5 to 10 s to merge.
   */
  private static final int JOIN_ATTEMPTS = 5;

  /**
   * The time between requests for a missing message: one that waits for a connection is lost if
   * there is none in time. While no message comes or goes, {@link RetransmitPace} makes the looks
   * rare.
   */
  private static final int RETRANSMIT_MILLIS = 100;

  /**
   * The time between two readings of the clock by which JGroups closes connections that are idle
   * for minutes.
   */
  private static final int CLOCK_MILLIS = 5_000;

  /**
   * The time for which a coordinator holds up the next view for members that do not confirm this
   * one.
   */
  private static final int VIEW_ACK_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(ProtocolStack.class);

  private ProtocolStack() {}

  /**
   * Creates a channel for processes that are no members of a cluster of sessions, but find and lose
   * each other as these do. Processes that drive a load together are such. It carries messages of
   * up to 200,000 bytes, and is not connected yet: nothing listens and no thread runs.
   *
   * @param settings of which the member is not looked at: others see the channel's own name
   * @param streams closed with the channel
   * @throws org.holdfast.replication.membership.MembershipException if the bind host is none of
   *     this machine
   */
  public static JChannel open(
      MembershipSettings settings, MembershipStreams streams, Duration joinTimeout)
      throws Exception {
    Outsiders outsiders = new Outsiders(settings, System::nanoTime, LOG::warn, LOG::info);
    return open(settings, streams, BindAddress.of(settings), joinTimeout, outsiders);
  }

  /**
   * Creates a channel that is not connected yet; nothing listens and no thread runs. Its protocols
   * ask for their loggers as they are made. The switch is one for the whole process, which may use
   * JGroups for itself, too.
   */
  static JChannel open(
      MembershipSettings settings,
      MembershipStreams streams,
      InetAddress bindAddress,
      Duration joinTimeout,
      Outsiders outsiders)
      throws Exception {
    synchronized (ProtocolStack.class) {
      CustomLogFactory before = LogFactory.getCustomLogFactory();
      LogFactory.setCustomLogFactory(new ChannelLogs(System::nanoTime));
      try {
        return assemble(settings, streams, bindAddress, joinTimeout, outsiders);
      } finally {
        LogFactory.setCustomLogFactory(before);
      }
    }
  }

  private static JChannel assemble(
      MembershipSettings settings,
      MembershipStreams streams,
      InetAddress bindAddress,
      Duration joinTimeout,
      Outsiders outsiders)
      throws Exception {
    FailureDetection detection = settings.failureDetection();
    Protocol discovery;
    Consumer<Address> onRefusal;
    Supplier<Collection<PhysicalAddress>> listed;
    if (settings.discovery() instanceof Discovery.DnsName dns) {
      AddressesOfName addresses = new AddressesOfName(settings.bindPort());
      discovery = search(dns, addresses);
      onRefusal = refused -> {};
      listed = addresses::found;
    } else {
      ListedHosts hosts = listedHosts(settings);
      discovery = hosts;
      onRefusal = hosts::refused;
      listed = hosts::getResolvedHosts;
    }
    // A member that the failure detector asks whether it is alive can still answer.
    Duration patience =
        detection
            .timeout()
            .plus(detection.interval())
            .plus(detection.verifyTimeout().multipliedBy(2));
    boolean onOneHost = settings.discovery() instanceof Discovery.Local;
    TP transport = new StreamTransport(streams, onRefusal, listed, outsiders, patience, onOneHost);
    transport.setBindAddress(bindAddress);
    transport.setBindPort(settings.bindPort()); // where discovery by DNS looks for others
    transport.setPortRange(0);
    transport.setBundlerType("transfer-queue"); // others keep 64 KB for each address
    transport.setTimeServiceInterval(CLOCK_MILLIS);
    transport.setLogDiscardMessages(false); // Outsiders logs them, with what to do
    return channel(
        transport,
        discovery,
        new Reunion().setMinInterval(MERGE_MIN_MILLIS).setMaxInterval(MERGE_MAX_MILLIS),
        new DetectionOfMembers()
            .setTimeout(detection.timeout().toMillis())
            .setInterval(detection.interval().toMillis()),
        new VERIFY_SUSPECT2().setTimeout(detection.verifyTimeout().toMillis()),
        new PacedMulticast()
            .setSuppressTimeNonMemberWarnings(0) // ChannelLogs bounds them; JGroups by address
            .setXmitInterval(RETRANSMIT_MILLIS),
        new BoundedUnicast().setXmitInterval(RETRANSMIT_MILLIS),
        new JoinGate(outsiders, System::nanoTime),
        new GMS()
            .printLocalAddress(false)
            .setJoinTimeout(joinTimeout.toMillis())
            .setMaxJoinAttempts(JOIN_ATTEMPTS)
            .setMergeTimeout(MERGE_TIMEOUT_MILLIS)
            .setViewAckCollectionTimeout(VIEW_ACK_MILLIS)
            .setLeaveTimeout(LEAVE_TIMEOUT_MILLIS));
  }

  /**
   * Creates the channel without JGroups' search for addresses by default. The one address that is
   * needed is set, and on a host without network each protocol would log twice that there is none.
   * The switch is one for the whole process, which may use JGroups for itself, too.
   */
  private static JChannel channel(Protocol... protocols) throws Exception {
    synchronized (ProtocolStack.class) {
      refuseJavaObjects();
      boolean before = Configurator.skipSettingDefaultValues();
      Configurator.skipSettingDefaultValues(true);
      try {
        return new JChannel(protocols);
      } finally {
        Configurator.skipSettingDefaultValues(before);
      }
    }
  }

  /**
   * Makes JGroups deserialize no Java object: the second bar behind {@link FrameGrammar}. It counts
   * for all that uses this copy of JGroups in the process. A filter that was set by the system
   * property stays. Warns if the application has had the class loaded without one.
   */
  static void refuseJavaObjects() throws IOException, ClassNotFoundException {
    // JGroups reads the property once, as it loads the class. Other copies of it, which the
    // application may have for itself, are left alone.
    synchronized (System.getProperties()) { // one lock for all copies of this class
      boolean isSet = System.getProperty(Global.DESERIALIZATION_FILTER) != null;
      if (!isSet) {
        System.setProperty(Global.DESERIALIZATION_FILTER, "!*");
      }
      try {
        Class.forName(
            ObjectInputStreamWithClassloader.class.getName(),
            true,
            ProtocolStack.class.getClassLoader());
      } finally {
        if (!isSet) {
          System.clearProperty(Global.DESERIALIZATION_FILTER);
        }
      }
      if (!isSet && deserializesObjects()) {
        LOG.warn(
            "the application used JGroups before this node started, so JGroups deserializes Java"
                + " objects. This node rejects frames that contain some. To have JGroups reject"
                + " them, too, start the JVM with -D{}=!*, or with the classes that the application"
                + " needs",
            Global.DESERIALIZATION_FILTER);
      }
    }
  }

  private static boolean deserializesObjects() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream object = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(object)) {
      out.writeObject(new ArrayList<>());
    }
    try (ObjectInputStream in =
        new ObjectInputStreamWithClassloader(
            new ByteArrayInputStream(object.toByteArray()), null)) {
      Object unused = in.readObject();
      return true;
    } catch (InvalidClassException rejected) {
      return false;
    }
  }

  private static Protocol search(Discovery.DnsName dns, AddressesOfName addresses) {
    return new DNS_PING()
        .dnsQuery(dns.name())
        .dnsResolver(addresses)
        .numDiscoveryRuns(DISCOVERY_RUNS)
        .asyncDiscoveryUseSeparateThread(true);
  }

  private static ListedHosts listedHosts(MembershipSettings settings) {
    if (settings.discovery() instanceof Discovery.StaticHosts hosts) {
      return ping(
          hosts.hosts().stream()
              .map(host -> host.host() + "[" + host.port() + "]")
              .collect(Collectors.joining(",")),
          0);
    }
    return ping(settings.bindHost() + "[" + settings.bindPort() + "]", Discovery.LOCAL_PORTS - 1);
  }

  /**
   * Creates the discovery by listed hosts. They go in as text, so that JGroups itself retries a
   * name that cannot be resolved yet.
   */
  private static ListedHosts ping(String initialHosts, int portRange) {
    return new ListedHosts()
        .<TCPPING>setPortRange(portRange)
        .<TCPPING>numDiscoveryRuns(DISCOVERY_RUNS)
        .<TCPPING>asyncDiscoveryUseSeparateThread(true)
        // If not every member lists all others, members that founded alone learn in a merge, from a
        // member that both know, where the rest is.
        .<TCPPING>returnEntireCache(true)
        .setValue("initial_hosts_str", initialHosts);
  }
}
