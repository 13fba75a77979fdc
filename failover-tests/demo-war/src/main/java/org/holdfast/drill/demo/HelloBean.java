// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

/** The model that {@link HelloBeanServlet} hands to its page: public, as pages read it by name. */
public final class HelloBean {
  private final long visitor;

  HelloBean(long visitor) {
    this.visitor = visitor;
  }

  /** How many requests this server has counted so far, this one included. */
  public long getVisitor() {
    return visitor;
  }
}
