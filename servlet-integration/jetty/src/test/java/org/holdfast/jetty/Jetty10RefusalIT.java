// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

class Jetty10RefusalIT extends RefusalContract {
  Jetty10RefusalIT() {
    super(new Ee10Environment());
  }
}
