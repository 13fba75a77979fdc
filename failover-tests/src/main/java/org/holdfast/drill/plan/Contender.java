// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.Locale;
import org.holdfast.drill.run.AckMode;
import org.holdfast.drill.run.Scope;

/**
 * One cluster whose capacity is searched.
 *
 * @param name in reports, different from every other's
 * @param nodes how many it has
 * @param manager who keeps its sessions
 * @param scope what travels with an update, for Holdfast
 * @param ack whether responses wait for copies
 */
record Contender(String name, int nodes, Manager manager, Scope scope, AckMode ack) {

  /**
   * Reads a name: of a manager, of a scope of Holdfast, or sync or async of Holdfast.
   *
   * @param size option that gave the nodes
   * @param scope where the name is none
   * @param ack where the name says nothing of it
   * @throws IllegalArgumentException if it is no such name, or copies find no other node
   */
  static Contender parse(
      String option, String name, String size, int nodes, Scope scope, AckMode ack) {
    String key = name.strip().toLowerCase(Locale.ROOT);
    for (Scope each : Scope.values()) {
      if (each.toString().equals(key)) {
        return of(option, size, new Contender(key, nodes, Manager.HOLDFAST, each, ack));
      }
    }
    for (AckMode each : AckMode.values()) {
      if (each.toString().equals(key)) {
        return of(option, size, new Contender(key, nodes, Manager.HOLDFAST, scope, each));
      }
    }
    return of(option, size, new Contender(key, nodes, Manager.parse(option, key), scope, ack));
  }

  private static Contender of(String option, String size, Contender contender) {
    if (contender.manager.replicates() && contender.nodes < 2) {
      throw new IllegalArgumentException(
          size
              + " must be at least 2 with "
              + option
              + " "
              + contender.name
              + ", whose copies lie on another node, was "
              + contender.nodes);
    }
    return contender;
  }
}
