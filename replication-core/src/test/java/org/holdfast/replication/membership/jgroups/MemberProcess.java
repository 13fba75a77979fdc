// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

/** A member in a process of its own, to be killed. Ends when its parent closes its input. */
final class MemberProcess {
  static final String JOINED = "joined";

  private MemberProcess() {}

  public static void main(String[] args) throws Exception {
    try (MemberUnderTest member =
        MemberUnderTest.start("shop", Integer.parseInt(args[0]), Discovery.local(), args[1], 1)) {
      System.out.println();
      System.out.println(JOINED);
      while (System.in.read() >= 0) {
        // nothing is expected; the end of the input is the sign to leave
      }
    }
  }
}
