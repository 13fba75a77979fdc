// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.holdfast.drill.usage.CpuAllowance;

/**
 * Where this process runs, as far as it matters for whether drivers get in each other's way.
 *
 * @param name the same text for all processes that share their processors, containers without a
 *     limit of their own included; a container with one is a machine of its own
 * @param cores processors that this process may use, a part of one where its quota says so
 */
record Machine(String name, double cores) {
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path STATUS = Path.of("/proc/self/status");

  static Machine here() {
    return of(
        CpuAllowance.here().of(ProcessHandle.current().pid()),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param allowance what the system says that this process may use; empty where it does not tell
   * @param processors as the JVM counts them: a quota of 0.4 is one, of which nobody could ever use
   *     half
   */
  static Machine of(Optional<CpuAllowance.Cpus> allowance, int processors) {
    double cores =
        allowance.map(cpus -> Math.min(cpus.cores(), processors)).orElse((double) processors);
    String host = host();
    Optional<String> boot = text(BOOT).map(String::strip);
    Optional<String> allowed = status("Cpus_allowed_list");
    if (boot.isEmpty() || allowed.isEmpty() || count(allowed.get()) > cores) {
      return new Machine(host, cores);
    }
    return new Machine("boot " + boot.get() + " processors " + allowed.get(), cores);
  }

  /** Memory of this process that is in RAM, 0 where the system does not tell. */
  static long residentBytes() {
    return status("VmRSS")
        .map(text -> text.replaceAll("\\D", ""))
        .filter(digits -> !digits.isEmpty() && digits.length() < 16)
        .map(digits -> 1024 * Long.parseLong(digits))
        .orElse(0L);
  }

  /** How many processors a list such as {@code 0-3,8} names; none if it is not one. */
  static int count(String list) {
    int count = 0;
    for (String part : list.split(",")) {
      String[] ends = part.strip().split("-");
      try {
        int first = Integer.parseInt(ends[0]);
        count += Integer.parseInt(ends[ends.length - 1]) - first + 1;
      } catch (NumberFormatException e) {
        return 0;
      }
    }
    return count;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static Optional<String> status(String field) {
    return text(STATUS)
        .flatMap(
            status ->
                status
                    .lines()
                    .filter(line -> line.startsWith(field + ":"))
                    .map(line -> line.substring(field.length() + 1).strip())
                    .findFirst());
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty(); // another system than Linux
    }
  }
}
