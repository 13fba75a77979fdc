// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * A report of each change of a node's state that an operator needs to know of, one line a change.
 * It logs members that joined or left, sessions taken over since, protection lost and regained, and
 * times in which the node may not serve. Logs never more than a few lines in ten seconds, however
 * fast the state changes, and never a session id. Belongs to the protocol thread.
 */
final class StateReport {
  private static final long POLL_NANOS = 1_000_000_000L;

  /** The time between two lines of one kind. */
  private static final long PAUSE_NANOS = 10_000_000_000L;

  /**
   * The figures of one moment.
   *
   * @param degraded the number of sessions that this node serves without the copies that they need
   * @param served the number of sessions that this node serves
   * @param takeovers the number of sessions taken over for a request, without their primary
   * @param adoptions the number of sessions of a lost primary taken charge of without a request
   * @param fenced the number of epochs of this node that ended because another member had taken
   *     over
   * @param refusal the reason why the node may serve nothing; null if it may
   */
  record Figures(
      int degraded,
      int served,
      long takeovers,
      long adoptions,
      long fenced,
      @Nullable String refusal) {}

  private final Member self;
  private final int secondaries;
  private final Supplier<Figures> figures;
  private final Consumer<String> info;
  private final Consumer<String> warning;

  private @Nullable View view;
  private long polledNanos;
  private boolean polled;
  private long takeoversLogged;
  private long adoptionsLogged;
  private long fencedLogged;

  private final Pause takeoverPause = new Pause();
  private final Pause fencePause = new Pause();
  private final Pause protectionPause = new Pause();
  private final Pause servingPause = new Pause();

  private final Episode unprotected = new Episode();
  private final Episode refusing = new Episode();

  StateReport(
      Member self,
      int secondaries,
      Supplier<Figures> figures,
      Consumer<String> info,
      Consumer<String> warning) {
    this.self = self;
    this.secondaries = secondaries;
    this.figures = figures;
    this.info = info;
    this.warning = warning;
  }

  /** Logs the members that joined and left; the membership logs the first view. */
  void onView(View next) {
    View before = view;
    view = next;
    if (before == null) {
      return;
    }
    List<String> changes = new ArrayList<>();
    add(changes, "joined", next, before);
    add(changes, "left", before, next);
    info.accept(
        String.format(
            Locale.ROOT,
            "view %d of %s on %s: %s%s",
            next.number(),
            next.creator(),
            self.name(),
            next.members().size() == 1 ? "1 member" : next.members().size() + " members",
            changes.isEmpty() ? ", the same as before" : "; " + String.join("; ", changes)));
  }

  private static void add(List<String> changes, String what, View those, View butNotOf) {
    List<String> names = new ArrayList<>();
    for (Member member : those.members()) {
      if (!butNotOf.contains(member)) {
        names.add(member.toString());
      }
    }
    if (!names.isEmpty()) {
      changes.add(what + ": " + String.join(", ", names));
    }
  }

  /** Looks at the figures once a second. */
  void tick(long nowNanos) {
    if (polled && nowNanos - polledNanos < POLL_NANOS) {
      return;
    }
    polled = true;
    polledNanos = nowNanos;
    Figures now = figures.get();
    reportTakeovers(now, nowNanos);
    reportFenced(now, nowNanos);
    reportProtection(now, nowNanos);
    reportServing(now, nowNanos);
  }

  private void reportTakeovers(Figures now, long nowNanos) {
    long takeovers = now.takeovers() - takeoversLogged;
    long adoptions = now.adoptions() - adoptionsLogged;
    if (takeovers + adoptions > 0 && takeoverPause.isOver(nowNanos)) {
      info.accept(
          String.format(
              Locale.ROOT,
              "%s took over %d sessions of members that left or did not answer: %d for requests, %d"
                  + " without one",
              self.name(),
              takeovers + adoptions,
              takeovers,
              adoptions));
      takeoversLogged = now.takeovers();
      adoptionsLogged = now.adoptions();
    }
  }

  private void reportFenced(Figures now, long nowNanos) {
    long fenced = now.fenced() - fencedLogged;
    if (fenced > 0 && fencePause.isOver(nowNanos)) {
      warning.accept(
          String.format(
              Locale.ROOT,
              "%s lost %d sessions to other members, which took them over while it did not answer"
                  + " or was cut off",
              self.name(),
              fenced));
      fencedLogged = now.fenced();
    }
  }

  /** Logs once that sessions have lost their protection, and once that all have it again. */
  private void reportProtection(Figures now, long nowNanos) {
    if (secondaries == 0) {
      return;
    }
    if (now.degraded() > 0) {
      unprotected.goOn(now.degraded(), nowNanos);
      if (!unprotected.isLogged() && protectionPause.isOver(nowNanos)) {
        unprotected.logged();
        View present = view;
        warning.accept(
            String.format(
                Locale.ROOT,
                "protection lost on %s: %d of %d sessions have fewer than %d acknowledged copies on"
                    + " other members (members in the view: %d); a crash now would lose their"
                    + " updates",
                self.name(),
                now.degraded(),
                now.served(),
                secondaries,
                present == null ? 1 : present.members().size()));
      }
    } else if (!isAlone() && unprotected.end()) { // alone, the next session is unprotected again
      info.accept(
          String.format(
              Locale.ROOT,
              "protection regained on %s after %s: at most %d sessions were unprotected at once",
              self.name(),
              unprotected.duration(nowNanos),
              unprotected.most()));
    }
  }

  private boolean isAlone() {
    View present = view;
    return present != null && present.members().size() == 1;
  }

  private void reportServing(Figures now, long nowNanos) {
    String refusal = now.refusal();
    if (refusal != null) {
      refusing.goOn(now.served(), nowNanos);
      if (!refusing.isLogged() && servingPause.isOver(nowNanos)) {
        refusing.logged();
        warning.accept(self.name() + " answers 503 to requests with sessions: " + refusal);
      }
    } else if (refusing.end()) {
      info.accept(self.name() + " serves sessions again after " + refusing.duration(nowNanos));
    }
  }

  /** The pause between two lines of one kind. */
  private static final class Pause {
    private boolean begun;
    private long sinceNanos;

    /** Returns whether a line is due, and begins anew if it is. */
    boolean isOver(long nowNanos) {
      if (begun && nowNanos - sinceNanos < PAUSE_NANOS) {
        return false;
      }
      begun = true;
      sinceNanos = nowNanos;
      return true;
    }
  }

  /** A state that begins and ends. */
  private static final class Episode {
    private boolean lasting;
    private boolean logged;
    private long sinceNanos;
    private int most;

    void goOn(int count, long nowNanos) {
      if (!lasting) {
        lasting = true;
        logged = false;
        sinceNanos = nowNanos;
        most = 0;
      }
      most = Math.max(most, count);
    }

    /** Ends the state; returns whether its beginning was logged. */
    boolean end() {
      boolean toLog = lasting && logged;
      lasting = false;
      return toLog;
    }

    boolean isLogged() {
      return logged;
    }

    void logged() {
      logged = true;
    }

    int most() {
      return most;
    }

    String duration(long nowNanos) {
      return String.format(Locale.ROOT, "%.1f s", (nowNanos - sinceNanos) / 1e9);
    }
  }
}
