// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.holdfast.history.Reply.Protection;

/**
 * Plays one user of the mixed workload against a server, one event at a time: a request is sent,
 * runs, commits its answer, is answered, or is given up and runs later or never.
 */
final class LegalHistory {
  private static final int MOST_AT_ONCE = 3;
  private static final List<String> ATTRIBUTES = List.of("map", "text", "shared");

  /** What the server does besides. */
  enum Server {
    /** Keeps everything. */
    KEEPS,
    /** Crashes now and then, which takes back all that no protected answer has covered. */
    CRASHES,
    /** Forgets an attribute now and then: this is not legal. */
    FORGETS
  }

  /** The session as one node knows it. Immutable. */
  private record State(String id, TreeMap<String, List<Long>> attributes) {
    static final State NONE = new State("", new TreeMap<>());

    boolean serves(String carried) {
      return !id.isEmpty() && id.equals(carried);
    }

    State with(Change change, long token) {
      TreeMap<String, List<Long>> next = new TreeMap<>(attributes);
      List<Long> tokens = new ArrayList<>(next.getOrDefault(change.attribute(), List.of()));
      if (change.overwrites()) {
        tokens.clear();
      }
      if (change.kind() != Change.Kind.REMOVE) {
        tokens.add(token);
      }
      next.put(change.attribute(), tokens);
      return new State(id, next);
    }

    Contents contents() {
      return new Contents(
          ATTRIBUTES.stream()
              .map(
                  name -> name + "=" + text(name) + (name.equals("shared") ? "|" + text(name) : ""))
              .collect(Collectors.joining(" ")));
    }

    private String text(String attribute) {
      List<Long> tokens = attributes.getOrDefault(attribute, List.of());
      return tokens.isEmpty()
          ? "-"
          : tokens.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
  }

  /** A request under way. */
  private static final class Call {
    private final Request request;
    private final String carried;
    private final Mixed mixed;
    private final long sentMillis;

    /** What it showed as it ran; empty until then. */
    private Optional<State> seen = Optional.empty();

    private boolean committed;
    private boolean givenUp;
    private Reply reply = new Reply.NotFound();
    private String cookieId = "";

    Call(Request request, String carried, Mixed mixed, long sentMillis) {
      this.request = request;
      this.carried = carried;
      this.mixed = mixed;
      this.sentMillis = sentMillis;
    }

    boolean changesId() {
      return request == Request.RENAME
          || request == Request.INVALIDATE
          || request == Request.CREATE;
    }
  }

  /** What all holders had at a time. */
  private record Safe(long atMillis, State state) {}

  private final SplittableRandom random;
  private final Server server;
  private final SessionLog log = new SessionLog("user 7");
  private final List<Call> calls = new ArrayList<>();
  private final List<Safe> safe = new ArrayList<>();
  private State state = State.NONE;
  private String carried = "";
  private long nowMillis;
  private long tokens;
  private int ids;

  private LegalHistory(long seed, Server server) {
    this.random = new SplittableRandom(seed);
    this.server = server;
    safe.add(new Safe(0, State.NONE));
  }

  /** Returns what the user saw. */
  static SessionLog of(long seed, int steps, Server server) {
    LegalHistory history = new LegalHistory(seed, server);
    for (int i = 0; i < steps; i++) {
      history.step();
    }
    history.calls.stream().filter(call -> !call.givenUp).forEach(history::logGivenUp);
    return history.log;
  }

  private void step() {
    nowMillis += 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 20);
    if (server == Server.CRASHES && random.nextInt(40) == 0) {
      crash();
    } else if (server == Server.FORGETS && random.nextInt(12) == 0) {
      state = state.with(new Change(Change.Kind.REMOVE, "map"), 0);
    }
    long underWay = calls.stream().filter(call -> !call.givenUp).count();
    if (underWay < MOST_AT_ONCE && random.nextBoolean()) {
      calls.add(send());
      return;
    }
    if (calls.isEmpty()) {
      return;
    }
    Call call = calls.get(random.nextInt(calls.size()));
    if (!call.givenUp && random.nextInt(20) == 0) {
      giveUp(call);
    } else if (call.seen.isEmpty()) {
      run(call);
    } else if (call.givenUp) {
      calls.remove(call);
    } else if (!call.committed) {
      commit(call);
    } else {
      answer(call);
    }
  }

  private Call send() {
    boolean changingId = calls.stream().anyMatch(call -> call.changesId() && !call.givenUp);
    int drawn = random.nextInt(100);
    Request request = drawn < 20 ? Request.READ : Request.CHANGE;
    if (!changingId && carried.isEmpty()) {
      request = Request.CREATE;
    } else if (!changingId && drawn >= 90) {
      request = drawn >= 95 ? Request.RENAME : Request.INVALIDATE;
    }
    List<Change> changes = new ArrayList<>();
    if (request == Request.CHANGE) {
      for (String name : ATTRIBUTES) {
        int kind = random.nextInt(9);
        if (kind < 5) {
          changes.add(
              new Change(
                  kind == 0 ? Change.Kind.REMOVE : kind == 1 ? Change.Kind.SET : Change.Kind.ADD,
                  name));
        }
      }
    }
    long held = random.nextInt(4) == 0 ? 50 : 0;
    Mixed mixed =
        new Mixed(++tokens, changes, TimeUnit.MILLISECONDS.toNanos(held), false, "", Contents.NONE);
    return new Call(request, carried, mixed, nowMillis);
  }

  private void run(Call call) {
    if (call.request == Request.CREATE) {
      state = new State("id" + ++ids, new TreeMap<>());
    } else if (!state.serves(call.carried)) {
      call.seen = Optional.of(State.NONE);
      return;
    }
    for (Change change : call.mixed.changes()) {
      state = state.with(change, call.mixed.token());
    }
    if (call.request == Request.RENAME) {
      state = new State("id" + ++ids, state.attributes());
    }
    call.seen = Optional.of(call.request == Request.READ ? perhapsOld() : state);
    if (call.request == Request.INVALIDATE) {
      state = State.NONE;
    }
  }

  /** A read may miss what was answered in the window before it was sent. */
  private State perhapsOld() {
    List<State> may = new ArrayList<>(List.of(state));
    for (int i = 0; i < safe.size(); i++) {
      boolean replaced = i + 1 < safe.size() && safe.get(i + 1).atMillis() < nowMillis - 250;
      if (!replaced && safe.get(i).state().id().equals(state.id())) {
        may.add(safe.get(i).state());
      }
    }
    return may.get(random.nextInt(may.size()));
  }

  private void commit(Call call) {
    long begun = call.sentMillis + TimeUnit.NANOSECONDS.toMillis(call.mixed.heldNanos());
    if (nowMillis < begun) {
      return;
    }
    call.committed = true;
    State seen = call.seen.orElseThrow();
    if (seen.id().isEmpty()) {
      return;
    }
    boolean safely = server != Server.CRASHES || random.nextInt(6) > 0;
    if (safely) {
      safe.add(new Safe(nowMillis, state));
    }
    call.reply =
        new Reply.Served(
            1,
            seen.id(),
            call.request == Request.CREATE,
            safely ? Protection.PROTECTED : Protection.UNPROTECTED);
    call.cookieId = random.nextBoolean() ? state.id() : "";
  }

  private void answer(Call call) {
    calls.remove(call);
    log(call, call.reply);
    if (call.reply instanceof Reply.NotFound) {
      if (call.carried.equals(carried)) {
        carried = "";
      }
    } else if (call.request == Request.INVALIDATE) {
      carried = "";
    } else if (call.changesId() && call.reply instanceof Reply.Served served) {
      carried = served.id();
    }
  }

  private void giveUp(Call call) {
    call.givenUp = true;
    logGivenUp(call);
    if (call.changesId()) {
      carried = "";
    }
    if (call.request == Request.CREATE || random.nextBoolean()) {
      calls.remove(call); // else it runs when its time comes
    }
  }

  private void logGivenUp(Call call) {
    log(call, new Reply.Unanswered(true, "timed-out"));
  }

  /** What no protected answer has covered is gone, and so are the requests that had run. */
  private void crash() {
    state = safe.get(safe.size() - 1).state();
    for (Call call : List.copyOf(calls)) {
      if (call.seen.isPresent()) {
        if (!call.givenUp) {
          giveUp(call);
        }
        calls.remove(call);
      }
    }
  }

  private void log(Call call, Reply reply) {
    boolean served = reply instanceof Reply.Served;
    log.add(
        new Exchange(
            call.request,
            TimeUnit.MILLISECONDS.toNanos(call.sentMillis),
            TimeUnit.MILLISECONDS.toNanos(nowMillis),
            "node-1",
            call.carried,
            reply,
            call.mixed.answered(
                served ? call.cookieId : "",
                served ? call.seen.orElseThrow().contents() : Contents.NONE)));
  }
}
