// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.membership.Member;
import org.jgroups.JChannel;
import org.jgroups.stack.Configurator;
import org.jgroups.util.ObjectInputStreamWithClassloader;
import org.junit.jupiter.api.Test;

class ProtocolStackTest {
  private static final MembershipSettings SETTINGS =
      MembershipSettings.of(
          "shop", "127.0.0.1", 7_800, Discovery.local(), new Member("node-1", 1, "h", 9_000));

  @Test
  void opensNoDiagnosticsPort() throws Exception {
    try (JChannel channel = open()) {
      assertThat(channel.getProtocolStack().getTransport().getDiagnosticsHandler().isEnabled())
          .isFalse();
    }
  }

  @Test
  void acceptsTheLargestBundleThatItSends() throws Exception {
    try (JChannel channel = open()) {
      int largest = channel.getProtocolStack().getTransport().getBundler().getMaxSize();

      assertThat(StreamTransport.MAX_MESSAGE_BYTES).isGreaterThan(largest);
    }
  }

  @Test
  void savesTheSearchForDefaultAddresses_whichLogsTwoLinesAProtocolOffline() throws Exception {
    String log = CapturedLog.of(() -> open().close());

    assertThat(log).doesNotContain("JGRP000026");
    assertThat(Configurator.skipSettingDefaultValues()).isFalse();
  }

  /** With a class loader of its own, as JGroups reads its filter once for each. */
  @Test
  void warns_whenTheApplicationUsesThisCopyOfJGroupsWithoutAFilter() throws Exception {
    List<URL> classes = new ArrayList<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      classes.add(Path.of(path).toUri().toURL());
    }
    try (URLClassLoader application =
        new URLClassLoader(classes.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class.forName(ObjectInputStreamWithClassloader.class.getName(), true, application);
      Method refuse =
          application
              .loadClass(ProtocolStack.class.getName())
              .getDeclaredMethod("refuseJavaObjects");
      refuse.setAccessible(true);

      String log = CapturedLog.of(() -> refuse.invoke(null));

      assertThat(log).contains("start the JVM with -Djgroups.deserialization.filter=!*");
    }
  }

  private static JChannel open() throws Exception {
    return ProtocolStack.open(SETTINGS, MemberUnderTest.streams(SETTINGS), Duration.ofSeconds(1));
  }
}
