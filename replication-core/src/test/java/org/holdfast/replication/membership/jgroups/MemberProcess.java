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
