// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import java.net.URL;
import java.security.CodeSource;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.tomcat.util.scan.StandardJarScanFilter;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.session.ClusterLink;
import org.jspecify.annotations.Nullable;

/**
 * A helper that keeps Tomcat from searching our jars at each deployment for tag libraries, web
 * fragments and annotated classes. There are none, and reading the thousands of classes of the
 * drop-in jar takes longer than all the rest of a deployment.
 *
 * <p>Only jars that have kept our name are left out: Tomcat still searches a jar in which an
 * application packs us with code of its own.
 */
final class OwnJars {
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9._+-]+\\.jar)(!/?)?$");
  private static final Pattern OURS = Pattern.compile("(holdfast|replication-core)-.*");

  private OwnJars() {}

  /**
   * Adds our jars to the jars that the scanner of {@code context} skips. To be called before each
   * start. Jars that others have set stay, and filters other than Tomcat's own are left alone.
   */
  static void skip(Context context) {
    if (context.getJarScanner().getJarScanFilter() instanceof StandardJarScanFilter filter) {
      Stream.of(HoldfastManager.class, ClusterLink.class, ReplicationNode.class)
          .map(OwnJars::location)
          .forEach(location -> skip(filter, location));
    }
  }

  /**
   * Has {@code filter} skip the jar at {@code location} if it is one of ours. Does nothing the
   * second time.
   */
  static void skip(StandardJarScanFilter filter, @Nullable String location) {
    Matcher name = NAME.matcher(location == null ? "" : location);
    if (name.find() && OURS.matcher(name.group(1)).matches()) {
      filter.setTldSkip(with(name.group(1), filter.getTldSkip()));
      filter.setPluggabilitySkip(with(name.group(1), filter.getPluggabilitySkip()));
    }
  }

  private static String with(String jar, @Nullable String skipped) {
    if (skipped == null || skipped.isBlank()) {
      return jar;
    }
    TreeSet<String> present = new TreeSet<>();
    for (String each : skipped.split(",", -1)) {
      present.add(each.trim());
    }
    return present.contains(jar) ? skipped : skipped + "," + jar;
  }

  static @Nullable String location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? null : location.toString();
  }
}
