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

package org.holdfast.drill.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How nodes of one machine share its CPUs. Each is bound to CPUs of its own where there are enough,
 * so that "CPU of a node" means something; otherwise an equal share is counted as its own.
 *
 * @param bound CPUs that each node is bound to, as lists for taskset; empty if none is
 * @param cores CPUs that count as a node's
 * @param words what was done, for reports
 */
record CpuShares(List<String> bound, double cores, String words) {

  /**
   * Shares CPUs out. One is left to the driver if there are more than nodes.
   *
   * @param cpus numbers of the CPUs that this process may use
   * @param canBind whether taskset is there, and wanted
   */
  static CpuShares of(List<Integer> cpus, int nodes, boolean canBind) {
    int each = (cpus.size() - 1) / nodes;
    boolean shared = each == 0;
    if (shared) {
      each = cpus.size() / nodes;
    }
    if (!canBind || each == 0) {
      double cores = cpus.size() / (double) nodes;
      return new CpuShares(
          List.of(),
          cores,
          String.format(
              Locale.ROOT,
              "%d nodes and the driver share %d CPUs without bounds (%s); %s counts as each"
                  + " node's, though it may use more",
              nodes,
              cpus.size(),
              canBind ? "there are fewer CPUs than nodes" : "they are not bound",
              cores(cores)));
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
    int left = cpus.size() - nodes * each;
    return new CpuShares(
        bound,
        each,
        String.format(
            Locale.ROOT,
            "each node is bound to %s of its own out of %d; %s",
            cores(each),
            cpus.size(),
            shared
                ? "the driver shares them, so that both nodes and driver are slower than apart"
                : "no node uses the other " + left + ", which are the driver's"));
  }

  private static String cores(double cores) {
    return cores == Math.rint(cores)
        ? String.format(Locale.ROOT, "%.0f CPU%s", cores, cores == 1 ? "" : "s")
        : String.format(Locale.ROOT, "%.2f CPUs", cores);
  }
}
