// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.holdfast.replication.membership.Member;
import org.holdfast.replication.membership.View;
import org.jspecify.annotations.Nullable;

/**
 * What members tell each other. Leases travel as remaining time, so no clocks need to agree; a
 * negative lease never ends.
 *
 * <p>{@code from} of a {@link Full} is the state that its epoch descends from: a receiver that
 * holds something newer refuses.
 */
public sealed interface Message {

  /** A message about one session. */
  sealed interface OfSession extends Message {
    /** The part of the session id that never changes and that placement uses. */
    String key();
  }

  /**
   * What only a member that belongs to the cluster may say: it changes who owns what, or claims to
   * own it.
   */
  sealed interface Claiming extends Message {}

  /** What only the primary of a session says about it. */
  sealed interface FromPrimary extends OfSession, Claiming {
    /** The state that the primary has, in its epoch. */
    Label label();
  }

  /** What a member says to the primary of {@link #term} about its copy. */
  sealed interface Answer extends OfSession {
    /** The epoch in which it was asked. */
    Epoch term();
  }

  /** The whole session. */
  record Full(String key, Label from, Label label, long leaseNanos, SessionImage image)
      implements FromPrimary {}

  /** One step; applies only on exactly {@code baseVersion} of the same epoch. */
  record Delta(String key, Label label, long baseVersion, long leaseNanos, Changes changes)
      implements FromPrimary {}

  /** The session has ended; leaves a tombstone. */
  record Remove(String key, Label from, Label label) implements FromPrimary {}

  /**
   * Asks for an acknowledgement of what was sent before: is the sender still the primary? Brings
   * the lease along, so that whoever answered a read has told somebody of that use.
   *
   * @param leaseSequence as in {@link Touch.Lease}
   */
  record Validate(String key, Label label, long question, long leaseSequence, long leaseNanos)
      implements FromPrimary {}

  /**
   * The sender holds {@code label}, and with it every earlier version of that epoch. {@code
   * question} is that of the {@link Validate} it answers, 0 for an update.
   */
  record Ack(String key, Label label, long question) implements Answer {
    public Ack(String key, Label label) {
      this(key, label, 0);
    }

    @Override
    public Epoch term() {
      return label.epoch();
    }
  }

  /** Refused: the receiver has promised {@code promised}, which is higher than {@code refused}. */
  record NackEpoch(String key, Epoch refused, Epoch promised) implements OfSession {}

  /** Refused: a delta for another base; the receiver holds {@code held}. */
  record NackGap(String key, Epoch refused, Label held) implements Answer {
    /**
     * Stands for {@code held} if the receiver has no room for more. Names no state, so a release
     * that does not know it asks again, after the ack timeout each time.
     */
    private static final Label NO_ROOM = new Label(Epoch.NONE, 1);

    static NackGap noRoom(String key, Epoch refused) {
      return new NackGap(key, refused, NO_ROOM);
    }

    /** Whether it was refused for want of room. */
    boolean isForRoom() {
      return held.equals(NO_ROOM);
    }

    @Override
    public Epoch term() {
      return refused;
    }
  }

  /**
   * Refused: the receiver may have acknowledged {@code held}, which the sender's epoch does not
   * descend from.
   */
  record NackNewer(String key, Epoch refused, Label held) implements OfSession {}

  /**
   * Asks the primary, whoever that is, to hand the session over to the sender in {@code ballot}.
   * Fences nothing.
   */
  record Ask(String key, Epoch ballot) implements OfSession, Claiming {}

  /** "I am not the primary", with the highest epoch heard of, as label or as promise. */
  record Hint(String key, Epoch ballot, Epoch highest, long viewNumber) implements OfSession {}

  /** "I am the primary and finish my requests first." Repeated while that lasts. */
  record HandingOver(String key, Epoch ballot) implements OfSession {}

  /**
   * The receiver should become the primary, unless it is: the sender wants to be rid of the
   * session, or holds a copy that it promised to the receiver.
   */
  record Offer(String key) implements OfSession, Claiming {}

  /** Asks for a promise to refuse epochs below {@code ballot} from now on. */
  record Claim(String key, Epoch ballot) implements OfSession, Claiming {}

  /**
   * The promise, with what the sender holds.
   *
   * @param handOver whether the sender was the primary and gave the session up, all its requests
   *     finished
   * @param before the highest epoch it had promised before, other than {@code ballot}; from one
   *     that holds no copy, one above all that it has forgotten of any session if that is higher
   */
  record Promise(
      String key,
      Epoch ballot,
      boolean handOver,
      Epoch before,
      long viewNumber,
      Optional<Held> held)
      implements OfSession {}

  /**
   * A copy as it travels in a promise.
   *
   * @param rank what it counts as when the newest is chosen: its label, or that of the state it
   *     came from when another member refused it
   */
  record Held(Label label, Label rank, boolean tombstone, long leaseNanos, SessionImage image) {
    static @Nullable Held newer(@Nullable Held one, @Nullable Held other) {
      return one == null || (other != null && other.rank.isNewerThan(one.rank)) ? other : one;
    }
  }

  /**
   * The sender is protected elsewhere: a copy older than {@code label} is not needed any more.
   *
   * @param from the state that the epoch of {@code label} descends from
   */
  record Release(String key, Label from, Label label) implements OfSession, Claiming {}

  /**
   * "I hold nothing below this label, and take nothing below it any more": the answer to a {@link
   * Release} with this label, and to what comes after one.
   */
  record Released(String key, Label label) implements Answer {
    @Override
    public Epoch term() {
      return label.epoch();
    }
  }

  /** Renews leases; no step of the version. */
  record Touch(List<Lease> leases) implements Claiming {
    /** Remaining lease of one session; {@code sequence} grows within its epoch. */
    public record Lease(String key, Epoch epoch, long sequence, long leaseNanos) {}
  }

  /**
   * "In this view, the current one or an earlier, you came back after longer than I remember what
   * has ended."
   */
  record LongAway(long viewNumber) implements Message {}

  /** "You do not belong to my view": why the sender does not listen to what the receiver claims. */
  record NotInView(long viewNumber) implements Message {}

  /**
   * How far the sender is with a view.
   *
   * @param newcomer whether it is the sender's first: it holds nothing from before
   * @param draining whether the sender is about to leave and should be given nothing
   * @param drained whether it has given everything away, so that nobody misses it once it has left
   * @param settled whether it knows that there was a moment at which all had rebalanced
   * @param takenBack how often it has taken back, in this view, that it has rebalanced
   * @param seen where several secondaries are wanted: how often each member of the view, in its
   *     order, had taken that back when the sender heard from it that it has rebalanced; empty
   *     unless it has heard so from all
   * @param withdrawn whether it has ever said that it is drained: it votes no more
   * @param bases where only the side with a majority may serve: the views that matter, as far as
   *     the sender knows
   */
  record ViewStatus(
      long viewNumber,
      String viewCreator,
      boolean rebalanced,
      boolean newcomer,
      boolean draining,
      boolean drained,
      boolean replyWanted,
      boolean settled,
      long takenBack,
      List<Long> seen,
      boolean withdrawn,
      List<Base> bases)
      implements Message {
    /** Members of the largest view. */
    public static final int MOST_MEMBERS = 1024;

    /** The settled view and those that may have settled since. */
    public static final int MOST_BASES = 1 + Electorate.MOST_UNSETTLED;

    /** Returns how many numbers, views and voters it contains: its size in memory goes by that. */
    int parts() {
      int parts = 1 + seen.size() + bases.size();
      for (Base base : bases) {
        parts += base.voters().size();
      }
      return parts;
    }

    ViewStatus(
        long viewNumber,
        String viewCreator,
        boolean rebalanced,
        boolean newcomer,
        boolean draining,
        boolean replyWanted) {
      this(
          viewNumber,
          viewCreator,
          rebalanced,
          newcomer,
          draining,
          false,
          replyWanted,
          false,
          0,
          List.of(),
          false,
          List.of());
    }
  }

  /**
   * A view that matters to later ones.
   *
   * @param voters its members, without those that have withdrawn since
   */
  record Base(long viewNumber, String viewCreator, Stage stage, List<Voter> voters) {
    /** How far somebody got with it, as far as is known; what comes later outweighs. */
    public enum Stage {
      /** Somebody acted on it: what was acknowledged may lie there alone. */
      INSTALLED,
      /** It may have settled: a member has told others that its sessions are placed. */
      PLACED,
      SETTLED
    }

    boolean isSettled() {
      return stage == Stage.SETTLED;
    }

    /** Whether a later view needs a majority of it. */
    boolean needsMajority() {
      return stage != Stage.INSTALLED && !voters.isEmpty();
    }

    private Base withStage(Stage other) {
      return other.compareTo(stage) > 0 ? new Base(viewNumber, viewCreator, other, voters) : this;
    }

    static final Comparator<Base> OLDEST_FIRST =
        Comparator.comparingLong(Base::viewNumber).thenComparing(Base::viewCreator);

    boolean isSameView(Base other) {
      return viewNumber == other.viewNumber && viewCreator.equals(other.viewCreator);
    }

    /** How many of its voters are not among these. */
    int missing(Set<Member> members) {
      int missing = 0;
      for (Voter voter : voters) {
        missing += voter.isAmong(members) ? 0 : 1;
      }
      return missing;
    }

    boolean isOf(View view) {
      return viewNumber == view.number() && viewCreator.equals(view.creator());
    }

    /** What is known together of the same view. */
    Base and(Base other) {
      List<Voter> left = voters.stream().filter(other.voters::contains).toList();
      return new Base(viewNumber, viewCreator, stage, left).withStage(other.stage);
    }

    /** This newer view of the same voters stands for the other one, too. */
    Base insteadOf(Base older) {
      return older.isSettled() ? this : withStage(older.stage);
    }

    Base without(Set<Voter> withdrawn) {
      List<Voter> left = voters.stream().filter(voter -> !withdrawn.contains(voter)).toList();
      return new Base(viewNumber, viewCreator, stage, left);
    }
  }

  /** Who a member is, without where it is. */
  record Voter(String name, long incarnation) {
    static Voter of(Member member) {
      return new Voter(member.name(), member.incarnation());
    }

    boolean is(Member member) {
      return incarnation == member.incarnation() && isNamesake(member);
    }

    boolean isAmong(Set<Member> members) {
      for (Member member : members) {
        if (is(member)) {
          return true;
        }
      }
      return false;
    }

    boolean isNamesake(Member member) {
      return name.equals(member.name());
    }
  }
}
