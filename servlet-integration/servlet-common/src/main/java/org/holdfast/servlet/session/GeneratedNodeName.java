// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The name that all web applications of this process share, if nothing else names the node. */
public final class GeneratedNodeName {
  private static final Logger log = LoggerFactory.getLogger(GeneratedNodeName.class);
  private static final String VALUE = generate();

  private GeneratedNodeName() {}

  /**
   * Returns the name, and warns unless the node has another one.
   *
   * @param remedy the step by which an operator can name the node, for the warning
   */
  public static String instead(boolean hasOther, String remedy) {
    if (!hasOther) {
      log.warn(
          "no setting names this node, so it calls itself {}: {}, or the load balancer cannot be"
              + " sticky",
          VALUE,
          remedy);
    }
    return VALUE;
  }

  private static String generate() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9-]", "-");
    } catch (UnknownHostException e) {
      host = "node";
    }
    String random = UUID.randomUUID().toString().substring(0, 8);
    return host.substring(0, Math.min(host.length(), 40)) + "-" + random;
  }
}
