// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.holdfast.drill.load.RequestBody;
import org.jgroups.Address;
import org.jspecify.annotations.Nullable;

/*
 * Threads: JGroups' write members and put letters into the inbox; one thread runs run(), which
 * alone touches the other fields.
 */
/**
 * One process that drives its share of users for a coordinator elsewhere: waits for an invitation,
 * does what it is asked, stage after stage, and ends when the coordinator says so or is gone.
 */
final class Worker {
  /** A coordinator asks one thing after the other; more than this is somebody else. */
  private static final int MOST_UNREAD = 1_000;

  /** How soon this process ends after the coordinator has left the group, at most. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The phase of a stage that comes when all users are there. */
  private static final String AFTER_RAMP_UP = "warm-up";

  /**
   * @param letter null if it could not be read
   * @param unreadable why, empty if it could
   */
  private record Arrived(Address from, @Nullable Letter letter, String unreadable) {}

  private final String name;
  private final String version;
  private final boolean allowRemote;
  private final Consumer<String> progress;
  private final BlockingQueue<Arrived> inbox = new LinkedBlockingQueue<>(MOST_UNREAD);
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private volatile List<Address> members = List.of();
  private @Nullable Address coordinator;
  private @Nullable LocalDrivers drivers;

  /**
   * @param name by which reports call this process
   * @param version that the coordinator must have, too
   * @param allowRemote whether users may ask other machines
   * @param progress hears what happens, for people
   */
  Worker(String name, String version, boolean allowRemote, Consumer<String> progress) {
    this.name = name;
    this.version = version;
    this.allowRemote = allowRemote;
    this.progress = progress;
  }

  /**
   * Works until the coordinator says that all is done.
   *
   * @param wait how long to wait for a coordinator
   * @throws IOException if none came, this process was refused, the coordinator is gone or goes on
   *     without it
   */
  void run(GroupPlace place, Duration wait) throws IOException, InterruptedException {
    try (Group group = Group.join(place, name, new Inbox())) {
      progress.accept("waits in group " + place.group() + ", found by " + place.discovery());
      long deadline = System.nanoTime() + wait.toNanos();
      boolean goesOn = true;
      while (goesOn) {
        // Seen before the inbox is: the last letter of a coordinator that has left may be in it.
        boolean left = coordinator != null && !members.contains(coordinator);
        Arrived arrived = inbox.poll(TICK_NANOS, TimeUnit.NANOSECONDS);
        if (coordinator == null && System.nanoTime() - deadline > 0) {
          throw new IOException(
              "no coordinator came to group "
                  + place.group()
                  + " within "
                  + wait.toSeconds()
                  + " s");
        }
        goesOn = arrived == null || hear(group, arrived);
        if (left && arrived == null) {
          throw new IOException("the coordinator is gone");
        }
      }
    } finally {
      drop();
    }
  }

  private boolean hear(Group group, Arrived arrived) throws IOException {
    if (arrived.letter instanceof Letter.Invite invite) {
      invited(group, arrived.from, invite);
      return true;
    }
    if (!arrived.from.equals(coordinator)) {
      return true; // whoever it is, it is not whom this process works for
    }
    if (arrived.letter == null) {
      // Silence would be taken for a hung worker.
      group.send(arrived.from, new Letter.Trouble(Letter.ANY_QUESTION, arrived.unreadable));
      throw new IOException("what the coordinator says cannot be read: " + arrived.unreadable);
    }
    return obey(group, arrived.from, arrived.letter);
  }

  private void invited(Group group, Address from, Letter.Invite invite) throws IOException {
    if (coordinator != null && !coordinator.equals(from)) {
      group.send(from, new Letter.Refusal(name + " already works for another coordinator"));
      return;
    }
    coordinator = from;
    group.send(from, new Letter.Hello(WorkerCrew.FORMAT, version, invite.run(), name));
    progress.accept("works for the coordinator of run " + invite.run());
  }

  /** Does what the coordinator says; false when that is all. */
  private boolean obey(Group group, Address from, Letter letter) throws IOException {
    if (letter instanceof Letter.Farewell farewell) {
      if (farewell.reason() != null) {
        throw new IOException("the coordinator goes on without this worker: " + farewell.reason());
      }
      return false;
    } else if (letter instanceof Letter.Refusal refusal) {
      throw new IOException("refused by the coordinator: " + refusal.reason());
    } else if (letter instanceof Letter.Body part) {
      add(part);
    } else if (letter instanceof Letter.Plan plan) {
      prepare(group, from, plan);
    } else if (letter instanceof Letter.Ask ask) {
      step(group, from, ask);
    }
    return true;
  }

  private void add(Letter.Body part) throws IOException {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(part.part());
    } catch (IllegalArgumentException e) {
      throw new IOException("a part of the body to POST cannot be read", e);
    }
    if (body.size() + bytes.length > RequestBody.MAX_BYTES) {
      throw new IOException("the body to POST has more than " + RequestBody.MAX_BYTES + " bytes");
    }
    body.writeBytes(bytes);
  }

  private void prepare(Group group, Address from, Letter.Plan plan) throws IOException {
    drop();
    byte[] sent = body.toByteArray();
    body.reset();
    try {
      LocalDrivers prepared =
          new LocalDrivers(
              name, PlanLetter.plan(plan, sent), PlanLetter.targets(plan, allowRemote));
      drivers = prepared;
      tell(group, from, plan.question(), prepared.look());
    } catch (IOException | IllegalArgumentException e) {
      String reason = String.valueOf(e.getMessage());
      group.send(from, new Letter.Trouble(plan.question(), reason));
      progress.accept("cannot drive: " + reason);
    }
  }

  private void step(Group group, Address from, Letter.Ask ask) throws IOException {
    LocalDrivers driven = drivers;
    if (driven == null) {
      return; // it asks about users that were dropped meanwhile
    }
    switch (ask.step()) {
      case START -> {
        driven.start(Duration.ofNanos((long) ask.number()));
        tell(group, from, ask.question(), driven.look());
      }
      case ENTER -> {
        tell(group, from, ask.question(), driven.enter(ask.text()));
        if (ask.text().equals(AFTER_RAMP_UP)) {
          System.gc(); // what the ramp-up left is given back before anything is measured
        }
      }
      case LOOK -> tell(group, from, ask.question(), driven.look());
      case LEAVE -> driven.leave(ask.number());
      case DROP -> drop();
    }
  }

  private static void tell(Group group, Address to, long question, List<DriverFigures> figures)
      throws IOException {
    group.send(to, FiguresLetter.of(question, figures.get(0)));
  }

  private void drop() {
    LocalDrivers dropped = drivers;
    drivers = null;
    if (dropped != null) {
      dropped.close();
    }
  }

  /** What is heard goes to the one thread that works. */
  private final class Inbox implements Group.Listener {
    @Override
    public void onMembers(List<Address> now) {
      members = now;
    }

    @Override
    public void onLetter(Address from, Letter letter) {
      keep(new Arrived(from, letter, ""));
    }

    @Override
    public void onUnreadable(Address from, String reason) {
      keep(new Arrived(from, null, reason));
    }

    private void keep(Arrived arrived) {
      if (!inbox.offer(arrived)) {
        progress.accept("dropped a letter: " + MOST_UNREAD + " are unread");
      }
    }
  }
}
