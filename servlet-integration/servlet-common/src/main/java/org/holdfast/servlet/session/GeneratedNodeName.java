// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The name of a node that no setting names: the name of its host, and a random part. All web
 * applications of this process share one node, so they get the same name. Thread-safe. The first
 * call may ask the name service for the host, so integrations call it only without a setting.
 */
public final class GeneratedNodeName {
  private static final Logger log = LoggerFactory.getLogger(GeneratedNodeName.class);
  private static final String VALUE = generate();

  private GeneratedNodeName() {}

  /**
   * Returns the name, and logs a warning that no setting names the node.
   *
   * @param remedy the step by which an operator can name the node, for the warning
   */
  public static String withWarning(String remedy) {
    log.warn(
        "no setting names this node, so it calls itself {}: {}, or the load balancer cannot be"
            + " sticky",
        VALUE,
        remedy);
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
