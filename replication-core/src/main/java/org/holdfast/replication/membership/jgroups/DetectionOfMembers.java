/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.membership.jgroups;

import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/**
 * JGroups' failure detector, which notes heartbeats of members alone. It forgets no other sender.
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
