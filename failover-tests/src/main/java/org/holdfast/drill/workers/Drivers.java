// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Port to whatever drives the users of one stage: one process or several. Control it from one
 * thread.
 *
 * <p>A process that is lost takes its users with it. That is told by {@link #lost}, and the others
 * are driven on; whoever asks for figures then gets those of the ones that are left.
 */
public interface Drivers extends AutoCloseable {

  /** How many processes were to drive. */
  int asked();

  /** Processes that are no longer there, each with what became of it, in words; mostly empty. */
  List<String> lost();

  /** Lets users in, evenly over {@code rampUp}; returns at once. */
  void start(Duration rampUp) throws IOException, InterruptedException;

  /**
   * Begins the next phase, and every user's tally anew.
   *
   * @return figures of the one that ends, of each process that is left
   */
  List<DriverFigures> enter(String phase) throws IOException, InterruptedException;

  /** Figures of the present phase up to now, of each process that is left. */
  List<DriverFigures> look() throws IOException, InterruptedException;

  /**
   * Lets the users up to {@code share} of them make no further request.
   *
   * @param share 0 to 1
   */
  void leave(double share) throws IOException, InterruptedException;

  /** Drops every connection of these users. */
  @Override
  void close();
}
