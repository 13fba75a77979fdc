// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.metrics;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows the figures of one application in the JVM's platform MBean server. Thread-safe. */
public final class AttributeTrafficBean implements AttributeTrafficMXBean {
  /** The pattern that finds the beans of every application in a JVM. */
  public static final String PATTERN = "org.holdfast:type=AttributeTraffic,*";

  private static final Logger log = LoggerFactory.getLogger(AttributeTrafficBean.class);

  /** The registration of a bean, which takes it away again, if it was registered. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  private final AttributeTraffic traffic;

  private AttributeTrafficBean(AttributeTraffic traffic) {
    this.traffic = traffic;
  }

  /**
   * Registers a bean for {@code traffic}; to be closed with the application, whose figures it
   * holds. An application runs without it, too: if it cannot be registered, the log says why.
   */
  public static Registration register(AttributeTraffic traffic) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = name(traffic);
      server.registerMBean(new AttributeTrafficBean(traffic), name);
      return () -> unregister(server, name);
    } catch (JMException | SecurityException e) {
      log.warn(
          "cannot register the JMX bean with the attribute figures of application {}: {}. The"
              + " application runs without it",
          traffic.application(),
          e.toString());
      return () -> {};
    }
  }

  private static void unregister(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (JMException e) {
      log.debug("other code has already unregistered {}: {}", name, e.toString());
    }
  }

  /** Returns the name of the bean, its values quoted, as they may contain anything. */
  static ObjectName name(AttributeTraffic traffic) throws JMException {
    return new ObjectName(
        "org.holdfast:type=AttributeTraffic,cluster="
            + ObjectName.quote(traffic.cluster())
            + ",member="
            + ObjectName.quote(traffic.member())
            + ",application="
            + ObjectName.quote(traffic.application()));
  }

  @Override
  public String getCluster() {
    return traffic.cluster();
  }

  @Override
  public String getMember() {
    return traffic.member();
  }

  @Override
  public String getApplication() {
    return traffic.application();
  }

  @Override
  public String getHeadline() {
    return traffic.snapshot().headline();
  }

  @Override
  public long getBytes() {
    return traffic.snapshot().bytes();
  }

  @Override
  public long getChanges() {
    return traffic.snapshot().changes();
  }

  @Override
  public Map<String, Attribute> getAttributes() {
    Map<String, Attribute> rows = new LinkedHashMap<>();
    traffic.snapshot().attributes().forEach(row -> rows.put(row.name(), new Row(row)));
    return rows;
  }

  @Override
  public String table() {
    return traffic.snapshot().table();
  }

  private record Row(AttributeFigures figures) implements Attribute {
    @Override
    public String getName() {
      return figures.name();
    }

    @Override
    public long getBytes() {
      return figures.bytes();
    }

    @Override
    public double getShare() {
      return figures.share();
    }

    @Override
    public long getChanges() {
      return figures.changes();
    }

    @Override
    public long getRemovals() {
      return figures.removals();
    }

    @Override
    public long getPatches() {
      return figures.patches();
    }

    @Override
    public long getEncodedInVain() {
      return figures.encodedInVain();
    }

    @Override
    public long getReads() {
      return figures.reads();
    }

    @Override
    public boolean isNeverRead() {
      return figures.neverRead();
    }

    @Override
    public long getNewestBytes() {
      return figures.newestBytes();
    }

    @Override
    public long getLargestBytes() {
      return figures.largestBytes();
    }

    @Override
    public boolean isShares() {
      return figures.shares();
    }
  }
}
