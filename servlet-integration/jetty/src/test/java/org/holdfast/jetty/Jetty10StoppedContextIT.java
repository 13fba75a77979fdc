// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

class Jetty10StoppedContextIT extends StoppedContextContract {
  Jetty10StoppedContextIT() {
    super(new Ee10Environment());
  }
}
