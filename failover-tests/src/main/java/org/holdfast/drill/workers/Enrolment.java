// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;

/*
 * Threads: JGroups' call heard(), the coordinator's the rest. No lock.
 */
/** Decides who belongs to a crew: invites whoever is in the group, and takes or refuses them. */
final class Enrolment {
  private static final int MOST_UNREAD = 10_000;
  private static final long TICK_MILLIS = 200;

  /** From who was invited: a {@link Letter.Hello}, or a {@link Letter.Refusal}. */
  private record Greeting(Address from, Letter letter) {}

  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private final BlockingQueue<Greeting> greetings = new LinkedBlockingQueue<>(MOST_UNREAD);
  private final Set<Address> invited = new HashSet<>();
  private final List<String> refused = new ArrayList<>();
  private final WorkerCrew crew;
  private final String version;
  private final Consumer<String> progress;

  /**
   * @param version that workers must have, too
   * @param progress hears who came, and who was refused, for people
   */
  Enrolment(WorkerCrew crew, String version, Consumer<String> progress) {
    this.crew = crew;
    this.version = version;
    this.progress = progress;
  }

  /** An answer to an invitation. */
  void heard(Address from, Letter letter) {
    boolean unused = greetings.offer(new Greeting(from, letter));
  }

  /**
   * Waits until all are there.
   *
   * @param started workers that this process has started
   * @param awaited workers that somebody else starts; no more of them are taken, so that none takes
   *     the place of one that was started
   * @throws IOException if they do not come in time
   */
  void gather(int started, int awaited, Duration patience)
      throws IOException, InterruptedException {
    int wanted = started + awaited;
    long deadline = System.nanoTime() + patience.toNanos();
    while (crew.left().size() < wanted) {
      invite();
      Greeting greeting = greetings.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
      if (greeting != null) {
        greet(greeting, awaited);
      }
      Optional<String> ending = crew.processes().anyEnding();
      if (ending.isPresent() || System.nanoTime() - deadline > 0) {
        throw new IOException(
            crew.left().size()
                + " of "
                + wanted
                + " workers came"
                + ending
                    .map(words -> ", then " + words)
                    .orElse(" within " + patience.toSeconds() + " s")
                + (refused.isEmpty() ? "" : "; refused: " + String.join("; ", refused)));
      }
    }
    refuseTheRest();
  }

  /** Has workers come that joined too late, and lets them go, instead of leaving them to wait. */
  void turnAwayTheLate() {
    invite();
    refuseTheRest();
  }

  /** Lets workers go that were invited and came too late. */
  void refuseTheRest() {
    for (Greeting late = greetings.poll(); late != null; late = greetings.poll()) {
      if (late.letter instanceof Letter.Hello hello) {
        refuse(late.from, hello.name(), "the crew is complete");
      }
    }
  }

  private void refuse(Address worker, String name, String reason) {
    refused.add(name + ", as " + reason);
    progress.accept("worker " + name + " is refused, as " + reason);
    crew.tell(worker, new Letter.Refusal(reason));
  }

  private void invite() {
    Set<Address> now = crew.others();
    invited.retainAll(now);
    for (Address member : now) {
      if (invited.add(member)) {
        crew.tell(member, new Letter.Invite(WorkerCrew.FORMAT, version, run));
      }
    }
  }

  private void greet(Greeting greeting, int awaited) {
    if (greeting.letter instanceof Letter.Refusal refusal) {
      refused.add("the crew itself, as " + refusal.reason());
      progress.accept("a worker does not come, as " + refusal.reason());
    } else if (greeting.letter instanceof Letter.Hello hello) {
      greet(greeting.from, hello, awaited);
    }
  }

  private void greet(Address from, Letter.Hello hello, int awaited) {
    String reason = null;
    if (hello.format() != WorkerCrew.FORMAT) {
      reason =
          "it writes letters of format "
              + hello.format()
              + ", the coordinator of "
              + WorkerCrew.FORMAT
              + ": both must be the same build";
    } else if (!hello.version().equals(version)) {
      reason = "it has version " + hello.version() + ", the coordinator " + version;
    } else if (crew.left().stream().anyMatch(recruit -> recruit.name().equals(hello.name()))) {
      reason = "there is a worker of this name already";
    } else if (isStranger(hello.name()) && strangers() >= awaited) {
      reason = "the crew has all that it waits for";
    }
    if (reason != null) {
      refuse(from, hello.name(), reason);
      return;
    }
    crew.enlist(from, hello.name());
    String where = crew.processes().pid(hello.name()).map(pid -> " as process " + pid).orElse("");
    progress.accept("worker " + hello.name() + " is there" + where);
  }

  /** Whether somebody else started the worker. */
  private boolean isStranger(String name) {
    return crew.processes().pid(name).isEmpty();
  }

  private long strangers() {
    return crew.left().stream().filter(recruit -> isStranger(recruit.name())).count();
  }
}
