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

package org.holdfast.drill.plan.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws lines through points as SVG, to be put into a page: axes with round numbers, a legend, and
 * horizontal lines for bounds. Colours come from the page's style sheet, by class.
 */
final class SvgPlot {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 300;
  private static final int LEFT = 64;
  private static final int RIGHT = 12;
  private static final int TOP = 28;
  private static final int BOTTOM = 64;
  private static final int TICKS = 5;
  private static final int COLOURS = 6;

  /** A point. */
  record Point(double x, double y) {}

  private record Series(String name, List<Point> points) {}

  private record Line(String name, double y) {}

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Series> series = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private boolean logX;
  private boolean logY;
  private List<Double> xTicks = List.of();
  private List<String> xLabels = List.of();

  SvgPlot(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  /** Adds points, in the order in which a line goes through them; none are allowed. */
  SvgPlot series(String name, List<Point> points) {
    series.add(new Series(name, List.copyOf(points)));
    return this;
  }

  /** Adds a horizontal line. */
  SvgPlot line(String name, double y) {
    lines.add(new Line(name, y));
    return this;
  }

  /** Makes the horizontal axis logarithmic, with the marks given. */
  SvgPlot logX(List<Double> ticks, List<String> labels) {
    logX = true;
    xTicks = List.copyOf(ticks);
    xLabels = List.copyOf(labels);
    return this;
  }

  /** Makes the vertical axis logarithmic; points that are not positive are left out. */
  SvgPlot logY() {
    logY = true;
    return this;
  }

  /** Returns the picture; one that says so if there is no point. */
  String svg() {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
        WIDTH,
        HEIGHT,
        Html.escape(title));
    add(svg, "<text class=\"title\" x=\"%d\" y=\"16\">%s</text>", LEFT, Html.escape(title));
    List<Point> all = new ArrayList<>();
    series.forEach(each -> each.points().stream().filter(this::isDrawn).forEach(all::add));
    if (all.isEmpty()) {
      add(svg, "<text x=\"%d\" y=\"%d\">nothing measured</text></svg>", LEFT, HEIGHT / 2);
      return svg.toString();
    }
    Axis x =
        Axis.of(
            all.stream().mapToDouble(Point::x).min().orElse(0),
            all.stream().mapToDouble(Point::x).max().orElse(1),
            logX);
    double highest =
        Math.max(
            all.stream().mapToDouble(Point::y).max().orElse(1),
            lines.stream().mapToDouble(Line::y).max().orElse(0));
    Axis y =
        Axis.of(
            logY ? all.stream().mapToDouble(Point::y).min().orElse(1) : 0, highest * 1.05, logY);
    axes(svg, x, y);
    int legend = 0;
    for (Line line : lines) {
      double at = vertical(y, line.y());
      add(
          svg,
          "<line class=\"bound\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>",
          LEFT,
          at,
          WIDTH - RIGHT,
          at);
      add(
          svg,
          "<text class=\"boundname\" x=\"%d\" y=\"%.1f\">%s</text>",
          WIDTH - RIGHT,
          at - 3,
          Html.escape(line.name()));
    }
    for (Series one : series) {
      draw(svg, one, x, y, legend++);
    }
    return svg.append("</svg>").toString();
  }

  private boolean isDrawn(Point point) {
    return Double.isFinite(point.x())
        && Double.isFinite(point.y())
        && (!logX || point.x() > 0)
        && (!logY || point.y() > 0);
  }

  private void axes(StringBuilder svg, Axis x, Axis y) {
    for (double tick : y.ticks()) {
      double at = vertical(y, tick);
      add(
          svg,
          "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
              + "<text class=\"tick y\" x=\"%d\" y=\"%.1f\">%s</text>",
          LEFT,
          at,
          WIDTH - RIGHT,
          at,
          LEFT - 6,
          at + 4,
          number(tick));
    }
    List<Double> marks = logX ? xTicks : x.ticks();
    for (int i = 0; i < marks.size(); i++) {
      double mark = marks.get(i);
      if (mark < x.low() || mark > x.high()) {
        continue;
      }
      add(
          svg,
          "<text class=\"tick x\" x=\"%.1f\" y=\"%d\">%s</text>",
          horizontal(x, mark),
          HEIGHT - BOTTOM + 16,
          logX ? Html.escape(xLabels.get(i)) : number(mark));
    }
    add(
        svg,
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
        LEFT,
        TOP,
        WIDTH - LEFT - RIGHT,
        HEIGHT - TOP - BOTTOM);
    add(
        svg,
        "<text class=\"axis x\" x=\"%d\" y=\"%d\">%s</text>",
        (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - BOTTOM + 32,
        Html.escape(xName));
    add(
        svg,
        "<text class=\"axis y\" transform=\"translate(14 %d) rotate(-90)\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2,
        Html.escape(yName));
  }

  private void draw(StringBuilder svg, Series one, Axis x, Axis y, int number) {
    String colour = "c" + number % COLOURS;
    StringBuilder path = new StringBuilder();
    for (Point point : one.points()) {
      if (isDrawn(point)) {
        path.append(path.isEmpty() ? "M" : " L")
            .append(format("%.1f %.1f", horizontal(x, point.x()), vertical(y, point.y())));
      }
    }
    add(svg, "<path class=\"curve %s\" d=\"%s\"/>", colour, path);
    for (Point point : one.points()) {
      if (isDrawn(point) && one.points().size() <= 60) {
        add(
            svg,
            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>",
            colour,
            horizontal(x, point.x()),
            vertical(y, point.y()));
      }
    }
    int left = LEFT + number * (WIDTH - LEFT) / Math.max(4, series.size());
    add(
        svg,
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"4\"/>"
            + "<text class=\"legend\" x=\"%d\" y=\"%d\">%s</text>",
        colour,
        left,
        HEIGHT - 16,
        left + 16,
        HEIGHT - 11,
        Html.escape(one.name()));
  }

  private static double horizontal(Axis x, double value) {
    return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
  }

  private static double vertical(Axis y, double value) {
    return HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM);
  }

  /** From low to high, which differ. */
  private record Axis(double low, double high, boolean logarithmic) {

    static Axis of(double low, double high, boolean logarithmic) {
      if (logarithmic) {
        return new Axis(low, high > low ? high : low * 10, true);
      }
      return new Axis(low, high > low ? high : low + 1, false);
    }

    double place(double value) {
      double place =
          logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
      return Math.max(0, Math.min(1, place));
    }

    /** Round numbers between the ends. */
    List<Double> ticks() {
      List<Double> ticks = new ArrayList<>();
      if (logarithmic) {
        for (double tick = Math.pow(10, Math.ceil(Math.log10(low) - 1e-9));
            tick <= high * (1 + 1e-9);
            tick *= 10) {
          ticks.add(tick);
        }
        return ticks;
      }
      double rough = (high - low) / TICKS;
      double step = Math.pow(10, Math.floor(Math.log10(rough)));
      step *= rough / step > 5 ? 10 : rough / step > 2 ? 5 : rough / step > 1 ? 2 : 1;
      for (double tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step) {
        ticks.add(tick);
      }
      return ticks;
    }
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? format("%,.0f", value)
        : format("%." + (value < 0.1 ? 3 : value < 1 ? 2 : 1) + "f", value);
  }

  private static void add(StringBuilder svg, String form, Object... arguments) {
    svg.append(format(form, arguments));
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
