// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdShare;
import org.holdfast.drill.load.Target;

/** The users of one stage, driven by all workers of a crew. */
final class CrewDrivers implements Drivers {
  private final WorkerCrew crew;

  CrewDrivers(WorkerCrew crew) {
    this.crew = crew;
  }

  /** Gives each worker its share. */
  void prepare(CrowdPlan plan, List<Target> targets) throws IOException, InterruptedException {
    crew.nowIn("the preparation of a stage");
    // By name, so that the same workers drive the same users whoever comes first.
    List<Recruit> workers =
        crew.left().stream().sorted(Comparator.comparing(Recruit::name)).toList();
    for (Recruit worker : workers) {
      PlanLetter.bodies(plan).forEach(part -> crew.send(worker, part));
    }
    long question = crew.nextQuestion();
    List<DriverFigures> ready =
        figures(
            question,
            worker ->
                PlanLetter.of(
                    question,
                    plan,
                    new CrowdShare(workers.indexOf(worker), workers.size()),
                    targets));
    if (ready.size() < crew.size()) {
      throw new IOException("not all workers can begin: " + String.join("; ", crew.lost()));
    }
  }

  @Override
  public int asked() {
    return crew.size();
  }

  @Override
  public List<String> lost() {
    return crew.lost();
  }

  @Override
  public void start(Duration rampUp) throws InterruptedException {
    crew.nowIn("ramp-up");
    List<DriverFigures> unused = ask(Letter.Step.START, "", (double) rampUp.toNanos());
  }

  @Override
  public List<DriverFigures> enter(String phase) throws InterruptedException {
    List<DriverFigures> ended = ask(Letter.Step.ENTER, phase, 0);
    crew.nowIn(phase);
    return ended;
  }

  @Override
  public List<DriverFigures> look() throws InterruptedException {
    return ask(Letter.Step.LOOK, "", 0);
  }

  @Override
  public void leave(double share) {
    tell(Letter.Step.LEAVE, share);
  }

  @Override
  public void close() {
    tell(Letter.Step.DROP, 0);
  }

  private void tell(Letter.Step step, double number) {
    for (Recruit worker : crew.left()) {
      crew.send(worker, new Letter.Ask(0, step, "", number));
    }
  }

  private List<DriverFigures> ask(Letter.Step step, String text, double number)
      throws InterruptedException {
    long question = crew.nextQuestion();
    return figures(question, worker -> new Letter.Ask(question, step, text, number));
  }

  private List<DriverFigures> figures(long question, Function<Recruit, Letter> letters)
      throws InterruptedException {
    List<DriverFigures> figures = new ArrayList<>();
    for (Map.Entry<Recruit, Letter> answer : crew.ask(question, letters).entrySet()) {
      Recruit worker = answer.getKey();
      try {
        figures.add(read(worker, answer.getValue()));
      } catch (IOException e) {
        crew.lose(worker, String.valueOf(e.getMessage()));
      }
    }
    return figures;
  }

  private static DriverFigures read(Recruit worker, Letter letter) throws IOException {
    if (letter instanceof Letter.Figures told) {
      return FiguresLetter.read(worker.name(), told);
    }
    throw new IOException(
        letter instanceof Letter.Trouble trouble
            ? trouble.reason()
            : "it answered with no figures");
  }
}
