// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/**
 * The failure detector of JGroups, which notes heartbeats of members alone. It forgets no other
 * sender.
 */
final class DetectionOfMembers extends FD_ALL3 {
  DetectionOfMembers() {
    setId(ClassConfigurator.getProtocolId(FD_ALL3.class)); // on the wire it is the same protocol
  }

  @Override
  protected void update(Address sender, boolean log, boolean skipsIfPresent) {
    if (members.contains(sender)) {
      super.update(sender, log, skipsIfPresent);
    }
  }
}
