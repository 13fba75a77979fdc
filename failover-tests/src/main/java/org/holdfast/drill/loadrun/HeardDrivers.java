// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.holdfast.drill.workers.DriverFigures;
import org.holdfast.drill.workers.Drivers;

/** Drivers that tell somebody of each phase once it has begun. */
final class HeardDrivers implements Drivers {
  private final Drivers drivers;
  private final Consumer<String> phases;

  HeardDrivers(Drivers drivers, Consumer<String> phases) {
    this.drivers = drivers;
    this.phases = phases;
  }

  @Override
  public int asked() {
    return drivers.asked();
  }

  @Override
  public List<String> lost() {
    return drivers.lost();
  }

  @Override
  public void start(Duration rampUp) throws IOException, InterruptedException {
    drivers.start(rampUp);
  }

  @Override
  public List<DriverFigures> enter(String phase) throws IOException, InterruptedException {
    List<DriverFigures> ended = drivers.enter(phase);
    phases.accept(phase);
    return ended;
  }

  @Override
  public List<DriverFigures> look() throws IOException, InterruptedException {
    return drivers.look();
  }

  @Override
  public void leave(double share) throws IOException, InterruptedException {
    drivers.leave(share);
  }

  @Override
  public void close() {
    drivers.close();
  }
}
