// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.drill.fault.FaultException;
import org.holdfast.drill.machine.Programs;

/** A network namespace in which one life of a node runs, and this machine's tools change it. */
public final class Namespace implements NetworkTools {
  private final String name;

  Namespace(String name) {
    this.name = name;
  }

  /** Returns {@code command} as it is run in here; it keeps its process id. */
  public List<String> inside(List<String> command) {
    List<String> inside =
        new ArrayList<>(List.of(NamespaceNetwork.IP_PROGRAM, "netns", "exec", name));
    inside.addAll(command);
    return inside;
  }

  /** {@inheritDoc} There is nothing to prepare. */
  @Override
  public void open() {}

  /**
   * {@inheritDoc}
   *
   * @throws FaultException if it cannot be run, or fails
   */
  @Override
  public String run(List<String> command) {
    List<String> found = new ArrayList<>(command);
    found.set(0, Programs.find(command.get(0)).map(Path::toString).orElse(command.get(0)));
    try {
      return Programs.finish(inside(found), "");
    } catch (IOException e) {
      throw new FaultException(String.valueOf(e.getMessage()), e);
    }
  }
}
