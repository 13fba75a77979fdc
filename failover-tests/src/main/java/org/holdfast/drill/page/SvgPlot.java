// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws lines through points as SVG, to be put into a {@link Page}: axes with round numbers, a
 * legend, horizontal lines for bounds, and spans and lines for what happened meanwhile. Colours
 * come from the page's style sheet, by class. Not thread-safe.
 */
public final class SvgPlot {
  private static final int LEFT = 64;
  private static final int RIGHT = 12;
  private static final int TOP = 28;
  private static final int BOTTOM = 64;
  private static final int TICKS = 5;
  private static final int TICK_WIDTH = 100;
  private static final int COLOURS = 6;
  private static final int MOST_NAMED = 12;
  private static final int MOST_DOTTED = 60;
  private static final int MARK_ROWS = 3;
  private static final int MARK_ROW_HEIGHT = 13;

  /** About how wide a letter of a mark's name is. */
  private static final double LETTER_WIDTH = 5.8;

  /** A point; without a place where a figure is no number. */
  public record Point(double x, double y) {}

  private record Series(String name, List<Point> points) {}

  private record Line(String name, double y) {}

  /** What ends where it begins has no length. */
  private record Mark(String name, double from, double until) {}

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Series> series = new ArrayList<>();
  private final List<Line> lines = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private int width = 560;
  private int height = 300;
  private boolean logX;
  private boolean logY;
  private double fromX = Double.NaN;
  private double untilX = Double.NaN;
  private List<Double> xTicks = List.of();
  private List<String> xLabels = List.of();

  public SvgPlot(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  /**
   * Adds points, in the order in which a line goes through them; none are allowed. A point without
   * a place breaks the line.
   */
  public SvgPlot series(String name, List<Point> points) {
    series.add(new Series(name, List.copyOf(points)));
    return this;
  }

  /** Adds a horizontal line. */
  public SvgPlot line(String name, double y) {
    lines.add(new Line(name, y));
    return this;
  }

  /** Shades what is between two places of the horizontal axis. */
  public SvgPlot span(String name, double from, double until) {
    marks.add(new Mark(name, from, until));
    return this;
  }

  /** Adds a vertical line. */
  public SvgPlot mark(String name, double x) {
    return span(name, x, x);
  }

  /** Makes the horizontal axis logarithmic, with the marks given. */
  public SvgPlot logX(List<Double> ticks, List<String> labels) {
    logX = true;
    xTicks = List.copyOf(ticks);
    xLabels = List.copyOf(labels);
    return this;
  }

  /** Makes the vertical axis logarithmic; points that are not positive are left out. */
  public SvgPlot logY() {
    logY = true;
    return this;
  }

  /** Fixes the ends of the horizontal axis, so that several plots have the same. */
  public SvgPlot from(double x, double until) {
    fromX = x;
    untilX = until;
    return this;
  }

  /** As wide as a page, and lower. */
  public SvgPlot wide() {
    width = 1_150;
    height = 270;
    return this;
  }

  /** Returns the picture; one that says so if there is no point. */
  String svg() {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg class=\"plot\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
        width,
        height,
        Html.escape(title));
    add(svg, "<text class=\"title\" x=\"%d\" y=\"16\">%s</text>", LEFT, Html.escape(title));
    List<Point> all = new ArrayList<>();
    series.forEach(each -> each.points().stream().filter(this::isDrawn).forEach(all::add));
    if (all.isEmpty()) {
      add(svg, "<text x=\"%d\" y=\"%d\">nothing measured</text></svg>", LEFT, height / 2);
      return svg.toString();
    }
    Axis x =
        Axis.of(
            isSet(fromX) ? fromX : all.stream().mapToDouble(Point::x).min().orElse(0),
            isSet(untilX) ? untilX : all.stream().mapToDouble(Point::x).max().orElse(1),
            logX);
    double highest =
        Math.max(
            all.stream().mapToDouble(Point::y).max().orElse(1),
            lines.stream().mapToDouble(Line::y).max().orElse(0));
    Axis y =
        Axis.of(
            logY ? all.stream().mapToDouble(Point::y).min().orElse(1) : 0, highest * 1.05, logY);
    spans(svg, x);
    axes(svg, x, y);
    for (Line line : lines) {
      bound(svg, line, vertical(y, line.y()));
    }
    for (int number = 0; number < series.size(); number++) {
      draw(svg, series.get(number).points(), x, y, colour(number));
      legend(svg, number);
    }
    marks(svg, x);
    return svg.append("</svg>").toString();
  }

  private static boolean isSet(double end) {
    return !Double.isNaN(end);
  }

  private boolean isDrawn(Point point) {
    return Double.isFinite(point.x())
        && Double.isFinite(point.y())
        && (!logX || point.x() > 0)
        && (!logY || point.y() > 0);
  }

  private void bound(StringBuilder svg, Line line, double at) {
    add(
        svg,
        "<line class=\"bound\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>",
        LEFT,
        at,
        width - RIGHT,
        at);
    add(
        svg,
        "<text class=\"boundname\" x=\"%d\" y=\"%.1f\">%s</text>",
        width - RIGHT,
        at - 3,
        Html.escape(line.name()));
  }

  private void axes(StringBuilder svg, Axis x, Axis y) {
    for (double tick : y.ticks(TICKS)) {
      double at = vertical(y, tick);
      add(
          svg,
          "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
              + "<text class=\"tick y\" x=\"%d\" y=\"%.1f\">%s</text>",
          LEFT,
          at,
          width - RIGHT,
          at,
          LEFT - 6,
          at + 4,
          number(tick));
    }
    List<Double> ticks = logX ? xTicks : x.ticks(width / TICK_WIDTH);
    for (int i = 0; i < ticks.size(); i++) {
      double tick = ticks.get(i);
      if (tick < x.low() || tick > x.high()) {
        continue;
      }
      add(
          svg,
          "<text class=\"tick x\" x=\"%.1f\" y=\"%d\">%s</text>",
          horizontal(x, tick),
          height - BOTTOM + 16,
          logX ? Html.escape(xLabels.get(i)) : number(tick));
    }
    add(
        svg,
        "<rect class=\"frame\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
        LEFT,
        TOP,
        width - LEFT - RIGHT,
        height - TOP - BOTTOM);
    add(
        svg,
        "<text class=\"axis x\" x=\"%d\" y=\"%d\">%s</text>",
        (LEFT + width - RIGHT) / 2,
        height - BOTTOM + 32,
        Html.escape(xName));
    add(
        svg,
        "<text class=\"axis y\" transform=\"translate(14 %d) rotate(-90)\">%s</text>",
        (TOP + height - BOTTOM) / 2,
        Html.escape(yName));
  }

  private void spans(StringBuilder svg, Axis x) {
    for (Mark mark : marks) {
      double from = horizontal(x, mark.from());
      double until = horizontal(x, mark.until());
      if (until > from) {
        add(
            svg,
            "<rect class=\"span\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\">"
                + "<title>%s</title></rect>",
            from,
            TOP,
            until - from,
            height - TOP - BOTTOM,
            Html.escape(mark.name()));
      }
    }
  }

  /** Each has its name where there is room, and tells it to whoever points at it. */
  private void marks(StringBuilder svg, Axis x) {
    double[] taken = new double[MARK_ROWS];
    for (Mark mark : marks) {
      double from = horizontal(x, mark.from());
      String name = Html.escape(mark.name());
      add(
          svg,
          "<line class=\"mark\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\">"
              + "<title>%s</title></line>",
          from,
          TOP,
          from,
          height - BOTTOM,
          name);
      double wide = mark.name().length() * LETTER_WIDTH;
      boolean leftwards = from + wide > width - RIGHT && from - wide > LEFT;
      int row = row(taken, leftwards ? from - wide : from);
      if (row < MARK_ROWS) {
        taken[row] = leftwards ? from : from + wide;
        add(
            svg,
            "<text class=\"markname%s\" x=\"%.1f\" y=\"%d\">%s</text>",
            leftwards ? " end" : "",
            leftwards ? from - 3 : from + 3,
            TOP + 12 + row * MARK_ROW_HEIGHT,
            name);
      }
    }
  }

  /** The first row whose names end before {@code from}. */
  private static int row(double[] taken, double from) {
    int row = 0;
    while (row < taken.length && taken[row] > from) {
      row++;
    }
    return row;
  }

  private void draw(StringBuilder svg, List<Point> points, Axis x, Axis y, String colour) {
    StringBuilder path = new StringBuilder();
    boolean broken = true;
    for (Point point : points) {
      if (isDrawn(point)) {
        String place = format("%.1f %.1f", horizontal(x, point.x()), vertical(y, point.y()));
        // A line to itself shows a point that has no neighbours, as a dot.
        path.append(broken ? "M" + place : "").append("L").append(place);
      }
      broken = !isDrawn(point);
    }
    add(svg, "<path class=\"curve %s\" d=\"%s\"/>", colour, path);
    if (points.size() > MOST_DOTTED) {
      return;
    }
    for (Point point : points) {
      if (isDrawn(point)) {
        add(
            svg,
            "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>",
            colour,
            horizontal(x, point.x()),
            vertical(y, point.y()));
      }
    }
  }

  private void legend(StringBuilder svg, int number) {
    boolean rest = number == MOST_NAMED - 1 && series.size() > MOST_NAMED;
    if (number >= MOST_NAMED) {
      return;
    }
    int left = LEFT + number * (width - LEFT) / Math.max(4, Math.min(MOST_NAMED, series.size()));
    add(
        svg,
        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"12\" height=\"4\"/>"
            + "<text class=\"legend\" x=\"%d\" y=\"%d\">%s</text>",
        colour(number),
        left,
        height - 16,
        left + 16,
        height - 11,
        rest
            ? "and " + (series.size() - number) + " more"
            : Html.escape(series.get(number).name()));
  }

  private static String colour(int number) {
    return "c" + number % COLOURS + (number < COLOURS ? "" : " again");
  }

  private double horizontal(Axis x, double value) {
    return LEFT + x.place(value) * (width - LEFT - RIGHT);
  }

  private double vertical(Axis y, double value) {
    return height - BOTTOM - y.place(value) * (height - TOP - BOTTOM);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? format("%,.0f", value)
        : format("%." + (Math.abs(value) < 0.1 ? 3 : Math.abs(value) < 1 ? 2 : 1) + "f", value);
  }

  private static void add(StringBuilder svg, String form, Object... arguments) {
    svg.append(format(form, arguments));
  }

  private static String format(String form, Object... arguments) {
    return String.format(Locale.ROOT, form, arguments);
  }
}
