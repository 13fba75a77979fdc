// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

class Jetty11RefusalIT extends RefusalContract {
  Jetty11RefusalIT() {
    super(new Ee11Environment());
  }
}
