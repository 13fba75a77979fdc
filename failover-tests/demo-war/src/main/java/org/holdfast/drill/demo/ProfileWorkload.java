// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import jakarta.servlet.http.HttpSession;

/**
 * A session of 40 KB: forty attributes of 1 KB, of which each request replaces one, in turn,
 * besides the count. Each carries the number of the request that wrote it, so the next turn notices
 * an attribute that lost its update while the others kept theirs.
 */
final class ProfileWorkload implements Workload {
  static final int ATTRIBUTES = 40;
  static final int ATTRIBUTE_LENGTH = 1_024;
  static final String COUNT = "profile.count";

  @Override
  public int step(HttpSession session) throws TornSessionException {
    if (!(session.getAttribute(COUNT) instanceof Integer count)) {
      for (int i = 0; i < ATTRIBUTES; i++) {
        session.setAttribute(attribute(i), text(0));
      }
      return write(session, 1);
    }
    int next = count + 1;
    String name = attribute(next % ATTRIBUTES);
    String expected = text(Math.max(0, next - ATTRIBUTES));
    Object found = session.getAttribute(name);
    if (!expected.equals(found)) {
      throw new TornSessionException(
          "attribute "
              + name
              + " should be that of request "
              + Math.max(0, next - ATTRIBUTES)
              + " but is "
              + (found instanceof String text ? text.substring(0, text.indexOf(' ')) : found));
    }
    return write(session, next);
  }

  @Override
  public int count(HttpSession session) {
    return session.getAttribute(COUNT) instanceof Integer count ? count : 0;
  }

  private static int write(HttpSession session, int count) {
    session.setAttribute(attribute(count % ATTRIBUTES), text(count));
    session.setAttribute(COUNT, count);
    return count;
  }

  static String attribute(int index) {
    return "profile." + index;
  }

  private static String text(int count) {
    String start = count + " ";
    return start + Letters.of(count, ATTRIBUTE_LENGTH - start.length());
  }
}
