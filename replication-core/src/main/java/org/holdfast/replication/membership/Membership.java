// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership;

import java.time.Duration;

/**
 * The port to group membership. Implementations deliver every view to one listener, in order, from
 * one thread at a time.
 */
public interface Membership extends AutoCloseable {

  /** A receiver of views. It must not block: the membership protocol waits for it. */
  @FunctionalInterface
  interface Listener {
    void onView(View view);
  }

  /**
   * Joins the cluster; returns after the first view was delivered.
   *
   * @param joinTimeout how long to look for existing members before founding a new cluster
   * @throws org.holdfast.replication.membership.MembershipException if the cluster cannot be
   *     joined, saying why
   */
  void start(Listener listener, Duration joinTimeout);

  /**
   * Returns whether this member founded its cluster alone while others may have been running. Then
   * it looked for them at some address that is not its own, and not all of these addresses refused
   * the connection. False before {@link #start} has returned.
   */
  boolean mayHaveMissedOthers();

  /**
   * Returns whether each address where this member looks for others is that of a member of {@code
   * view}, or one where nobody listens. False if an address is not known yet. Any thread; does not
   * wait.
   */
  boolean hasFoundAllListed(View view);

  /** Leaves the cluster, telling the others; idempotent, waits a bounded time. */
  @Override
  void close();
}
