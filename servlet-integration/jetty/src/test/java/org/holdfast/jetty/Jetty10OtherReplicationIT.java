// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

class Jetty10OtherReplicationIT extends OtherReplicationContract {
  Jetty10OtherReplicationIT() {
    super(new Ee10Environment());
  }
}
