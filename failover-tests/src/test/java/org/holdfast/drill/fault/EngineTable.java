// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads from {@code docs/drills-engines.md} which engine can do what. */
public final class EngineTable {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().resolveSibling("docs").resolve("drills-engines.md");
  private static final List<Fault> SAMPLES =
      List.of(
          new Fault.Kill(),
          new Fault.Stop(),
          new Fault.StopAndKill(Duration.ofMillis(300)),
          new Fault.Pause(),
          new Fault.Cut(Fault.Direction.BOTH),
          new Fault.CutLink(Fault.Direction.BOTH),
          new Fault.Loss(10),
          new Fault.Bandwidth(1_000),
          new Fault.Delay(Duration.ofMillis(10)),
          new Fault.SlowCpu(10),
          new Fault.OutOfMemory(),
          new Fault.ClockJump(Duration.ofHours(1)),
          new Fault.Strangers(1, Fault.StrangersPort.MEMBERSHIP),
          new Fault.FullDisk());

  private EngineTable() {}

  /**
   * A row of the table.
   *
   * @param sample one such fault
   * @param processes what the page says of processes on loopback
   * @param namespaces of processes in network namespaces
   * @param containers and of containers
   */
  public record Row(Fault sample, String processes, String namespaces, String containers) {
    public String name() {
      return sample.getClass().getSimpleName();
    }
  }

  /** One row for each kind of fault that there is. */
  public static List<Row> rows() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    List<Row> rows = new ArrayList<>();
    for (Class<?> kind : Fault.class.getPermittedSubclasses()) {
      String begin = "| `" + kind.getSimpleName() + "` |";
      String[] cells =
          lines.stream()
              .filter(line -> line.startsWith(begin))
              .findFirst()
              .orElseThrow(() -> new AssertionError(PAGE + " has no row for " + kind))
              .split("\\|");
      Fault sample = SAMPLES.stream().filter(kind::isInstance).findFirst().orElseThrow();
      rows.add(new Row(sample, cells[3].strip(), cells[4].strip(), cells[5].strip()));
    }
    return rows;
  }
}
