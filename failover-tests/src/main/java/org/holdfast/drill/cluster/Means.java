// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.cluster;

import java.util.Optional;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.settings.HoldfastSettings;

/**
 * What can be done to the nodes of a drill, in so far as it is known when it is asked: some of it
 * before there are any, all of it once they run.
 */
public interface Means {

  /** Servers that may run at once. */
  int places();

  /** Says why {@code fault} cannot be inflicted here; empty if it can, or if that is not known. */
  Optional<String> lacks(Fault fault);

  /** Says why nodes that have ended cannot be started again here; empty if they can. */
  default Optional<String> lacksStart() {
    return Optional.empty();
  }

  /** Says why nodes cannot be replaced by {@code version} here; empty if they can. */
  Optional<String> lacks(NodeVersion version);

  /** Says why nodes cannot be started with {@code settings} here; empty if they can. */
  Optional<String> lacks(HoldfastSettings settings);

  /**
   * Says why nobody knows which node made the view; empty if somebody does, or if only nodes that
   * run can tell.
   */
  default Optional<String> lacksCoordinator() {
    return Optional.empty();
  }

  /** Of nodes of which nothing is known before they run. */
  static Means unknown(int places) {
    return new Means() {
      @Override
      public int places() {
        return places;
      }

      @Override
      public Optional<String> lacks(Fault fault) {
        return Optional.empty();
      }

      @Override
      public Optional<String> lacks(NodeVersion version) {
        return Optional.empty();
      }

      @Override
      public Optional<String> lacks(HoldfastSettings settings) {
        return Optional.empty();
      }
    };
  }

  /** Why nodes cannot be replaced where nobody said by what. */
  static String nobodySaidWhatIs(NodeVersion version) {
    return "nobody said what the " + version + " version of a node is";
  }
}
