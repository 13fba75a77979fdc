// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/**
 * The second node of a cluster: it holds copies of the sessions of {@link EmbeddedTomcat}, and
 * keeps all processors of this machine busy. It ends with the process that started it.
 */
final class BusyPeer {
  private BusyPeer() {}

  /**
   * @param arguments none
   */
  public static void main(String[] arguments) throws Exception {
    ProcessHandle starter = ProcessHandle.current().parent().orElseThrow();
    Tomcat tomcat = new Tomcat();
    Path work =
        Files.createTempDirectory(
            Files.createDirectories(Path.of("target", "tck").toAbsolutePath()), "peer");
    tomcat.setBaseDir(work.toString());
    tomcat.getConnector().setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("/stays", work.toString());
    context.setManager(EmbeddedTomcat.manager("node-2", EmbeddedTomcat.SECOND_PORT));
    tomcat.start();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Thread busy = new Thread(BusyPeer::spin, "busy-" + i);
      busy.setDaemon(true);
      busy.start();
    }
    starter.onExit().join();
    System.exit(0);
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static void spin() {
    while (true) {
      Thread.onSpinWait();
    }
  }
}
