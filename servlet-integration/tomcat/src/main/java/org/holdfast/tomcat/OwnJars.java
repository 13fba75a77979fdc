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
import org.holdfast.replication.session.ReplicationNode;
import org.holdfast.servlet.session.ClusterLink;
import org.jspecify.annotations.Nullable;

/**
 * Keeps Tomcat from looking into our jars at each deployment for tag libraries, web fragments and
 * annotated classes: there are none, and reading the thousands of classes of the drop-in jar takes
 * longer than all the rest of a deployment.
 *
 * <p>Only jars that have kept our name are left out, so that whoever packs us into a jar with code
 * of their own has that looked into as ever.
 */
final class OwnJars {
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9._+-]+\\.jar)(!/?)?$");
  private static final Pattern OURS = Pattern.compile("(holdfast|replication-core)-.*");

  private OwnJars() {}

  /**
   * Adds our jars to those that the scanner of {@code context} skips, to be called before each
   * start. What others have set stays, and other filters than Tomcat's own are left alone.
   */
  static void skip(Context context) {
    if (context.getJarScanner().getJarScanFilter() instanceof StandardJarScanFilter filter) {
      Stream.of(HoldfastManager.class, ClusterLink.class, ReplicationNode.class)
          .map(OwnJars::location)
          .forEach(location -> skip(filter, location));
    }
  }

  /** Does nothing the second time. */
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
