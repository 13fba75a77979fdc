// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.holdfast.drill.cli.VersionLine;
import org.holdfast.drill.cluster.FreePorts;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.load.Target;
import org.holdfast.replication.membership.jgroups.Discovery;
import org.jgroups.Address;

/*
 * Threads: JGroups' call the listener; one thread, the coordinator's, calls the rest. Lock: this
 * monitor, before that of a recruit, and held for moments only: nothing is sent while it is held.
 */
/**
 * The coordinator's side: worker processes, of this machine or others, that drive users together
 * for one stage after the other. Gathered by {@link #open} or {@link #local}; ended by {@link
 * #close}.
 */
public final class WorkerCrew implements AutoCloseable {
  /** Of the letters; changes whenever they do ({@code LetterFormatTest}). */
  static final int FORMAT = 5;

  /**
   * How long a worker may take to answer, on a machine that is busy; the group notices sooner that
   * it is gone.
   */
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);

  /** How long workers may take to leave the group once they are told that all is done. */
  private static final Duration LEAVING_PATIENCE = Duration.ofSeconds(5);

  private static final String LOOPBACK = "127.0.0.1";
  private static final String GONE = "it left the group, as it died, hung or lost its connection";

  private final WorkerProcesses processes = new WorkerProcesses();
  private final Duration answerPatience;
  private final Enrolment enrolment;
  private final Group group;
  private long questions;
  private int size;

  /** By address, in the order in which they came. */
  @GuardedBy("this")
  private final Map<Address, Recruit> recruits = new LinkedHashMap<>();

  @GuardedBy("this")
  private Set<Address> present = Set.of();

  private WorkerCrew(
      GroupPlace place, String version, Duration answerPatience, Consumer<String> progress)
      throws IOException {
    this.answerPatience = answerPatience;
    this.enrolment = new Enrolment(this, version, progress);
    this.group = Group.join(place, "coordinator", new Ears());
  }

  /** Version that all processes of a crew must have. */
  static String version() {
    String line = new VersionLine().getVersion()[0];
    return line.substring(0, line.indexOf(", Java"));
  }

  /**
   * Starts workers on this machine, from the same jar or class path.
   *
   * @param workers at least 1
   * @param requestsPerSecond how many their users send at most together, if that is known; else
   *     infinite
   * @param allowRemote whether their users may ask other machines
   * @param progress hears who came, for people
   * @throws IOException if they do not come
   */
  public static WorkerCrew local(
      int workers, double requestsPerSecond, boolean allowRemote, Consumer<String> progress)
      throws IOException, InterruptedException {
    GroupPlace place = loopback();
    return open(
        place, workers, 0, Duration.ofSeconds(60), requestsPerSecond, allowRemote, progress);
  }

  /** A place on loopback that nobody else knows. */
  public static GroupPlace loopback() {
    int port = FreePorts.find(1).get(0);
    return new GroupPlace(
        "own-" + UUID.randomUUID(),
        Discovery.hosts(List.of(new Discovery.HostPort(LOOPBACK, port))),
        LOOPBACK,
        port);
  }

  /**
   * Gathers a crew; returns when all are there.
   *
   * @param place where workers find this process; its port must not be left open
   * @param started workers to start on this machine
   * @param awaited workers that somebody else starts
   * @param patience how long to wait for them
   * @param requestsPerSecond how many those started here send at most together, if that is known;
   *     else infinite
   * @throws IOException if they do not come, or the group cannot be joined; nothing is left running
   */
  public static WorkerCrew open(
      GroupPlace place,
      int started,
      int awaited,
      Duration patience,
      double requestsPerSecond,
      boolean allowRemote,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    return open(
        place,
        version(),
        started,
        awaited,
        patience,
        ANSWER_PATIENCE,
        requestsPerSecond,
        allowRemote,
        progress);
  }

  static WorkerCrew open(
      GroupPlace place,
      String version,
      int started,
      int awaited,
      Duration patience,
      Duration answerPatience,
      double requestsPerSecond,
      boolean allowRemote,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    WorkerCrew crew = new WorkerCrew(place, version, answerPatience, progress);
    boolean gathered = false;
    try {
      for (int worker = 1; worker <= started; worker++) {
        // Random, so that none that somebody else starts can have the name, and so the place, of
        // one.
        String suffix = UUID.randomUUID().toString().substring(0, 8);
        crew.processes.start(
            "worker-" + worker + "-" + suffix,
            place.group(),
            new Discovery.HostPort(place.bindHost(), place.bindPort()),
            requestsPerSecond / started,
            allowRemote);
      }
      crew.enrolment.gather(started, awaited, patience);
      crew.size = started + awaited;
      gathered = true;
      return crew;
    } finally {
      if (!gathered) {
        crew.close();
      }
    }
  }

  /** How many workers there were when all had come. */
  public int size() {
    return size;
  }

  /**
   * Gives each worker its share of users, which do nothing yet.
   *
   * @param targets nodes, resolved by each worker again
   * @throws IOException if a worker is lost, or refuses
   */
  public Drivers begin(CrowdPlan plan, List<Target> targets)
      throws IOException, InterruptedException {
    CrewDrivers drivers = new CrewDrivers(this);
    drivers.prepare(plan, targets);
    return drivers;
  }

  /** Takes a worker into the crew, unless it is gone again. */
  synchronized void enlist(Address address, String name) {
    if (present.contains(address)) {
      recruits.put(address, new Recruit(address, name));
    }
  }

  /** Everybody else in the group. */
  synchronized Set<Address> others() {
    Set<Address> others = new HashSet<>(present);
    others.remove(group.self());
    return others;
  }

  Enrolment enrolment() {
    return enrolment;
  }

  WorkerProcesses processes() {
    return processes;
  }

  /** Those that have not been lost. */
  synchronized List<Recruit> left() {
    return recruits.values().stream().filter(recruit -> !recruit.isLost()).toList();
  }

  /** Those that have been lost, in words. */
  List<String> lost() {
    List<Recruit> lost;
    synchronized (this) {
      lost = recruits.values().stream().filter(Recruit::isLost).toList();
    }
    return lost.stream().map(recruit -> recruit.words(processes.state(recruit.name()))).toList();
  }

  /** Says what is going on, for the words about those that are lost in it. */
  synchronized void nowIn(String phase) {
    recruits.values().forEach(recruit -> recruit.nowIn(phase));
  }

  /** A number for the next question, unlike all before. */
  long nextQuestion() {
    return ++questions;
  }

  /** Sends a letter; who cannot be reached is lost. */
  void send(Recruit to, Letter letter) {
    try {
      group.send(to.address(), letter);
    } catch (IOException e) {
      lose(to, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Asks all that are left at once, and waits for their answers; who does not answer in time is
   * lost. Turns away who came too late meanwhile.
   *
   * @return of each that answered, in the order in which they came to the crew
   */
  Map<Recruit, Letter> ask(long question, Function<Recruit, Letter> letters)
      throws InterruptedException {
    enrolment.turnAwayTheLate();
    List<Recruit> asked = left();
    for (Recruit recruit : asked) {
      recruit.expect(question);
      send(recruit, letters.apply(recruit));
    }
    long deadline = System.nanoTime() + answerPatience.toNanos();
    Map<Recruit, Letter> answered = new LinkedHashMap<>();
    for (Recruit recruit : asked) {
      Letter answer = recruit.await(deadline);
      if (answer != null) {
        answered.put(recruit, answer);
      } else {
        lose(recruit, "it did not answer within " + answerPatience.toSeconds() + " s");
      }
    }
    return answered;
  }

  /** Gives a worker up, and tells it so: one that is alive must not drive on. */
  void lose(Recruit recruit, String how) {
    recruit.lose(how);
    tell(recruit.address(), new Letter.Farewell("given up: " + how));
  }

  /** Returns once the workers have gone, or been given some seconds to. */
  @Override
  public void close() {
    List<Address> told = left().stream().map(Recruit::address).toList();
    try {
      enrolment.refuseTheRest();
      told.forEach(address -> tell(address, new Letter.Farewell(null)));
    } finally {
      try {
        processes.close();
        awaitLeaving(told);
      } finally {
        group.close();
      }
    }
  }

  /** Whoever leaves the group first may take its last letters with it. */
  private synchronized void awaitLeaving(List<Address> told) {
    long deadline = System.nanoTime() + LEAVING_PATIENCE.toNanos();
    try {
      while (!Collections.disjoint(present, told)) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends somebody who may be gone the last letter. */
  void tell(Address to, Letter letter) {
    synchronized (this) {
      if (!present.contains(to)) {
        return;
      }
    }
    try {
      group.send(to, letter);
    } catch (IOException e) {
      // It ends by itself once this process has left the group.
    }
  }

  /** What is heard is remembered; what is to be done about it, the coordinator's thread does. */
  private final class Ears implements Group.Listener {
    @Override
    public void onMembers(List<Address> members) {
      synchronized (WorkerCrew.this) {
        present = Set.copyOf(members);
        for (Recruit recruit : recruits.values()) {
          if (!present.contains(recruit.address())) {
            recruit.lose(GONE);
          }
        }
        WorkerCrew.this.notifyAll();
      }
    }

    @Override
    public void onLetter(Address from, Letter letter) {
      if (letter instanceof Letter.Hello || letter instanceof Letter.Refusal) {
        enrolment.heard(from, letter);
      } else if (letter instanceof Letter.Figures figures) {
        answered(from, figures.question(), letter);
      } else if (letter instanceof Letter.Trouble trouble) {
        answered(from, trouble.question(), letter);
      }
    }

    private void answered(Address from, long question, Letter letter) {
      Recruit recruit;
      synchronized (WorkerCrew.this) {
        recruit = recruits.get(from);
      }
      if (recruit != null) {
        recruit.answered(question, letter);
      }
    }
  }
}
