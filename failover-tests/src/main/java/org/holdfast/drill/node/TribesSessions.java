// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.ha.session.BackupManager;
import org.apache.catalina.ha.session.ClusterManagerBase;
import org.apache.catalina.ha.session.DeltaManager;
import org.apache.catalina.ha.session.JvmRouteBinderValve;
import org.apache.catalina.ha.tcp.ReplicationValve;
import org.apache.catalina.ha.tcp.SimpleTcpCluster;
import org.apache.catalina.tribes.Channel;
import org.apache.catalina.tribes.Member;
import org.apache.catalina.tribes.group.GroupChannel;
import org.apache.catalina.tribes.group.interceptors.MessageDispatchInterceptor;
import org.apache.catalina.tribes.group.interceptors.StaticMembershipInterceptor;
import org.apache.catalina.tribes.group.interceptors.TcpFailureDetector;
import org.apache.catalina.tribes.group.interceptors.TcpPingInterceptor;
import org.apache.catalina.tribes.membership.StaticMember;
import org.apache.catalina.tribes.transport.nio.NioReceiver;
import org.holdfast.drill.cluster.NodeStatus;

/**
 * Tomcat's own session replication, to compare with: its documented stack of interceptors and
 * valves, with static members instead of multicast. The receiver listens on the membership port.
 */
final class TribesSessions implements TomcatSessions {
  private static final String STATIC = "static:";
  private static final int ID_BYTES = 16;
  private static final int PING_MILLIS = 1_000;
  private static final int RECEIVER_THREADS = 16;

  /** Sender and receiver, but no multicast. */
  private static final int WITHOUT_MULTICAST = Channel.SND_RX_SEQ | Channel.SND_TX_SEQ;

  private final NodeSettings settings;
  private final SimpleTcpCluster cluster = new SimpleTcpCluster();
  private final ClusterManagerBase manager;

  /**
   * @throws IllegalArgumentException if the others are not listed, this node among them
   */
  TribesSessions(NodeSettings settings) {
    this.settings = settings;
    int sendOptions =
        settings.ack().equals("sync")
            ? Channel.SEND_OPTIONS_USE_ACK | Channel.SEND_OPTIONS_SYNCHRONIZED_ACK
            : Channel.SEND_OPTIONS_ASYNCHRONOUS;
    this.manager = manager(settings.manager(), sendOptions);
    manager.setNotifyListenersOnReplication(true);
    cluster.setChannelSendOptions(sendOptions);
    cluster.setChannelStartOptions(WITHOUT_MULTICAST);
    cluster.setChannel(channel());
    cluster.addValve(new ReplicationValve());
    cluster.addValve(new JvmRouteBinderValve());
  }

  private static ClusterManagerBase manager(String kind, int sendOptions) {
    if (kind.equals("tomcat-delta")) {
      DeltaManager delta = new DeltaManager();
      delta.setExpireSessionsOnShutdown(false);
      return delta;
    }
    BackupManager backup = new BackupManager();
    backup.setMapSendOptions(sendOptions);
    return backup;
  }

  private GroupChannel channel() {
    NioReceiver receiver = new NioReceiver();
    receiver.setAddress(settings.bindHost());
    receiver.setPort(settings.membershipPort());
    receiver.setAutoBind(1);
    receiver.setMaxThreads(RECEIVER_THREADS);
    StaticMembershipInterceptor members = new StaticMembershipInterceptor();
    List<String> addresses = addresses();
    String own = settings.bindHost() + ":" + settings.membershipPort();
    if (!addresses.contains(own)) {
      throw new IllegalArgumentException(
          "--discovery must be static: and list "
              + own
              + " of this node with --manager "
              + settings.manager()
              + ", was \""
              + settings.discovery()
              + "\"");
    }
    for (int i = 0; i < addresses.size(); i++) {
      StaticMember member = member(addresses.get(i), i);
      if (addresses.get(i).equals(own)) {
        members.setLocalMember(member);
      } else {
        members.addStaticMember(member);
      }
    }
    TcpPingInterceptor ping = new TcpPingInterceptor();
    ping.setInterval(PING_MILLIS);
    GroupChannel channel = new GroupChannel();
    channel.setChannelReceiver(receiver);
    channel.setHeartbeatSleeptime(PING_MILLIS);
    channel.addInterceptor(ping);
    channel.addInterceptor(new TcpFailureDetector());
    channel.addInterceptor(new MessageDispatchInterceptor());
    channel.addInterceptor(members);
    return channel;
  }

  private List<String> addresses() {
    String discovery = settings.discovery();
    return discovery.startsWith(STATIC)
        ? List.of(discovery.substring(STATIC.length()).split(",", -1))
        : List.of();
  }

  private static StaticMember member(String address, int number) {
    int colon = address.lastIndexOf(':');
    StaticMember member = new StaticMember();
    member.setHost(address.substring(0, colon));
    member.setPort(Integer.parseInt(address.substring(colon + 1)));
    member.setDomain("holdfast");
    byte[] id = new byte[ID_BYTES];
    id[ID_BYTES - 1] = (byte) (number + 1);
    member.setUniqueId(id);
    return member;
  }

  @Override
  public void installIn(Context context) {
    context.setDistributable(true);
    Engine engine = (Engine) context.getParent().getParent();
    engine.setCluster(cluster);
    context.setManager(manager);
  }

  @Override
  public NodeStatus status() {
    List<String> view = new ArrayList<>();
    view.add(settings.bindHost() + ":" + settings.membershipPort());
    Stream.of(cluster.getMembers()).map(TribesSessions::name).forEach(view::add);
    return new NodeStatus(
        settings.name(),
        view.size(),
        view.stream().sorted().toList(),
        true,
        manager.getActiveSessions(),
        0,
        0,
        Map.of("sessionsCreated", manager.getSessionCounter()));
  }

  private static String name(Member member) {
    return "member at port " + member.getPort();
  }

  @Override
  public Optional<InetSocketAddress> replicationAddress() {
    return Optional.of(
        InetSocketAddress.createUnresolved(settings.bindHost(), settings.membershipPort()));
  }
}
