// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.holdfast.drill.usage.CpuAllowance;

/**
 * How nodes of one machine share its CPUs. Each is bound to CPUs of its own where there are enough,
 * so that "CPU of a node" means something; otherwise an equal share is counted as its own. The
 * driver is not bound: it shares what it is left, and may run elsewhere, too.
 *
 * @param bound CPUs that each node is bound to, as lists for taskset; empty if none is
 * @param cores CPUs that count as a node's
 * @param words what was done, for reports
 */
record CpuShares(List<String> bound, double cores, String words) {

  /** A quota of exactly two is two CPUs, whatever its fraction looks like in binary. */
  private static final double SLACK = 1e-9;

  /**
   * Shares CPUs out. One is left to the driver if there are more than nodes. Under a quota, which
   * nodes and driver have together, there are only as many CPUs as it allows.
   *
   * @param all what this process and the nodes may use together
   * @param largest nodes of the largest cluster that this one is compared with: nodes of all have
   *     as much CPU as its have
   * @param canBind whether taskset is there, and wanted
   */
  static CpuShares of(CpuAllowance.Cpus all, int nodes, int largest, boolean canBind) {
    List<Integer> cpus = all.allowed();
    int whole = (int) Math.floor(all.cores() + SLACK);
    int each = (whole - 1) / largest;
    if (each < 1) {
      each = whole / largest;
    }
    String of =
        cpus.size()
            + (all.cores() < cpus.size()
                ? ", of which a quota allows " + cores(all.cores()) + " at a time"
                : "");
    String like =
        nodes == largest ? "" : ", as in the cluster of " + largest + " that it is compared with";
    if (!canBind || each == 0) {
      double cores = all.cores() / largest;
      return new CpuShares(
          List.of(),
          cores,
          String.format(
              Locale.ROOT,
              "%d nodes and the driver share %s CPUs without bounds (%s); %s counts as each"
                  + " node's%s, though it may use more",
              nodes,
              of,
              canBind ? "there are fewer CPUs than nodes" : "they are not bound",
              cores(cores),
              like));
    }
    List<String> bound = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      bound.add(
          String.join(
              ",",
              cpus.subList(cpus.size() - (node + 1) * each, cpus.size() - node * each).stream()
                  .map(String::valueOf)
                  .toList()));
    }
    double left = all.cores() - nodes * each;
    return new CpuShares(
        bound,
        each,
        String.format(
            Locale.ROOT,
            "each node is bound to %s of its own out of %s%s; %s",
            cores(each),
            of,
            like,
            left < 1 - SLACK
                ? "the driver shares them, so that both nodes and driver are slower than apart"
                : "no node uses the other "
                    + (cpus.size() - nodes * each)
                    + ", but the driver, which is not bound, may use all"));
  }

  private static String cores(double cores) {
    return cores == Math.rint(cores)
        ? String.format(Locale.ROOT, "%.0f CPU%s", cores, cores == 1 ? "" : "s")
        : String.format(Locale.ROOT, "%.2f CPUs", cores);
  }
}
