// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options by which a verb is told which JVMs to ask. */
public final class JvmOptions {
  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "Process id of a JVM of this machine; may be given again.")
  private List<Long> pids = List.of();

  @Option(
      names = "--jmx",
      paramLabel = "HOST:PORT",
      description =
          "A JVM started with com.sun.management.jmxremote.port, without a password; may be given"
              + " again.")
  private List<String> addresses = List.of();

  /**
   * Returns the JVMs of the command line, processes first; empty if none was named.
   *
   * @throws ParameterException if a value is none of the kind
   */
  public List<RunningJvm> jvms(CommandLine command) {
    List<RunningJvm> jvms = new ArrayList<>();
    for (long pid : pids) {
      if (pid < 1) {
        throw new ParameterException(command, "--pid must be the id of a process, was " + pid);
      }
      jvms.add(RunningJvm.process(pid));
    }
    addresses.forEach(address -> jvms.add(remote(command, address)));
    return jvms;
  }

  private static RunningJvm remote(CommandLine command, String address) {
    int colon = address.lastIndexOf(':');
    String host = colon < 0 ? "" : address.substring(0, colon).replaceAll("^\\[|]$", "");
    String port = address.substring(colon + 1);
    if (host.isEmpty() || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new ParameterException(command, "--jmx must be HOST:PORT, was \"" + address + "\"");
    }
    return RunningJvm.remote(host, Integer.parseInt(port));
  }
}
