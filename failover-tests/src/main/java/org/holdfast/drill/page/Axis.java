// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import java.util.ArrayList;
import java.util.List;

/** One axis, from low to high, which differ. */
record Axis(double low, double high, boolean logarithmic) {
  /** An axis of less than so many powers of ten is marked between them too. */
  private static final int FEW_POWERS = 3;

  static Axis of(double low, double high, boolean logarithmic) {
    if (logarithmic) {
      return new Axis(low, high > low ? high : low * 10, true);
    }
    return new Axis(low, high > low ? high : low + 1, false);
  }

  /** Where {@code value} is, from 0 for low to 1 for high; at an end if it is beyond. */
  double place(double value) {
    double place =
        logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.max(0, Math.min(1, place));
  }

  /** Round numbers between the ends, about {@code most} or fewer unless the axis is logarithmic. */
  List<Double> ticks(int most) {
    return logarithmic ? powers() : steps(most);
  }

  private List<Double> powers() {
    List<Double> powers = new ArrayList<>();
    List<Double> finer = new ArrayList<>();
    for (double power = Math.pow(10, Math.floor(Math.log10(low) + 1e-9));
        power <= high * (1 + 1e-9);
        power *= 10) {
      addWithin(powers, power);
      for (int times : new int[] {1, 2, 5}) {
        addWithin(finer, times * power);
      }
    }
    return powers.size() < FEW_POWERS ? finer : powers;
  }

  private void addWithin(List<Double> ticks, double tick) {
    if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) {
      ticks.add(tick);
    }
  }

  private List<Double> steps(int most) {
    List<Double> ticks = new ArrayList<>();
    double rough = (high - low) / most;
    double step = Math.pow(10, Math.floor(Math.log10(rough)));
    step *= rough / step > 5 ? 10 : rough / step > 2 ? 5 : rough / step > 1 ? 2 : 1;
    for (long tick = Math.round(Math.ceil(low / step)); tick * step <= high + step / 1e6; tick++) {
      ticks.add(tick * step);
    }
    return ticks;
  }
}
