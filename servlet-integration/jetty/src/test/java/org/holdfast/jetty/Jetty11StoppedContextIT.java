// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

class Jetty11StoppedContextIT extends StoppedContextContract {
  Jetty11StoppedContextIT() {
    super(new Ee11Environment());
  }
}
