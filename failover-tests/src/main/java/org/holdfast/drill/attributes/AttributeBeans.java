// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.attributes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;
import org.holdfast.replication.metrics.AttributeTrafficBean;

/** What the attribute beans of one JVM say, in open types: that JVM may have other classes. */
final class AttributeBeans {
  private final RunningJvm jvm;

  AttributeBeans(RunningJvm jvm) {
    this.jvm = jvm;
  }

  /** Asks one bean. */
  private interface Question<T> {
    T ask(MBeanServerConnection server, ObjectName bean) throws JMException, IOException;
  }

  /** The tables of the JVM's applications. */
  List<String> tables() throws UnreachableException {
    return ask(
        (server, bean) ->
            String.valueOf(server.invoke(bean, "table", new Object[0], new String[0])));
  }

  /** The figures of the JVM's applications, for JSON. */
  List<Map<String, Object>> figures() throws UnreachableException {
    return ask(this::figures);
  }

  private Map<String, Object> figures(MBeanServerConnection server, ObjectName bean)
      throws JMException, IOException {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("jvm", jvm.name());
    for (String simple :
        List.of("cluster", "member", "application", "headline", "bytes", "changes")) {
      figures.put(simple, attribute(server, bean, simple));
    }
    figures.put("attributes", rows((TabularData) attribute(server, bean, "attributes")));
    return figures;
  }

  private static Object attribute(MBeanServerConnection server, ObjectName bean, String name)
      throws JMException, IOException {
    return server.getAttribute(bean, Character.toUpperCase(name.charAt(0)) + name.substring(1));
  }

  private static List<Map<String, Object>> rows(TabularData table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Object entry : table.values()) {
      CompositeData row = (CompositeData) ((CompositeData) entry).get("value");
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("name", row.get("name"));
      for (String key : row.getCompositeType().keySet()) {
        figures.put(key, row.get(key));
      }
      rows.add(figures);
    }
    rows.sort(
        Comparator.comparingLong((Map<String, Object> row) -> ((Number) bytes(row)).longValue())
            .reversed());
    return rows;
  }

  private static Object bytes(Map<String, Object> row) {
    return row.getOrDefault("bytes", 0L);
  }

  private <T> List<T> ask(Question<T> question) throws UnreachableException {
    try (JMXConnector connector = jvm.connect()) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      List<T> answers = new ArrayList<>();
      for (ObjectName bean :
          new TreeSet<>(server.queryNames(new ObjectName(AttributeTrafficBean.PATTERN), null))) {
        answers.add(question.ask(server, bean));
      }
      if (answers.isEmpty()) {
        throw new UnreachableException(
            jvm.name() + " runs no application whose sessions Holdfast replicates");
      }
      return answers;
    } catch (IOException | JMException e) {
      throw new UnreachableException(jvm.name() + " stopped answering: " + e, e);
    }
  }
}
