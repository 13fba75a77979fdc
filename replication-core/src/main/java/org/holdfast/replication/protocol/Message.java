// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.util.List;
import java.util.Optional;
import org.holdfast.replication.membership.Member;
import org.jspecify.annotations.Nullable;

/**
 * A message from one member to another. Leases travel as remaining time, so no clocks need to
 * agree; a negative lease never ends.
 *
 * <p>{@code from} of a {@link Full} is the state that its epoch descends from: a receiver that
 * holds a newer state refuses it.
 */
public sealed interface Message {

  /** A message about one session. */
  sealed interface OfSession extends Message {
    /** Returns the part of the session id that never changes and that placement uses. */
    String key();
  }

  /**
   * A message that only a member of the cluster may send: it changes which member is the primary of
   * a session, or asks for that.
   */
  sealed interface Claiming extends Message {}

  /** A message that only the primary of a session sends about it. */
  sealed interface FromPrimary extends OfSession, Claiming {
    /** Returns the label of the state that the primary has, in its epoch. */
    Label label();
  }

  /** A message to the primary of {@link #epoch} about the copy of the sender. */
  sealed interface Answer extends OfSession {
    /** Returns the epoch in which the sender was asked. */
    Epoch epoch();
  }

  /** The whole session. */
  record Full(String key, Label from, Label label, long leaseNanos, SessionImage image)
      implements FromPrimary {}

  /** One step; applies only on exactly {@code baseVersion} of the same epoch. */
  record Delta(String key, Label label, long baseVersion, long leaseNanos, Changes changes)
      implements FromPrimary {}

  /** The end of the session; leaves a tombstone. */
  record Remove(String key, Label from, Label label) implements FromPrimary {}

  /**
   * A request to acknowledge earlier updates: is the sender still the primary? Brings the lease
   * along, so that a member that answered a read has reported that use to another member.
   *
   * @param leaseSequence the sequence, as in {@link Touch.Lease}
   */
  record Validate(String key, Label label, long question, long leaseSequence, long leaseNanos)
      implements FromPrimary {}

  /**
   * An acknowledgement: the sender holds {@code label}, and every earlier version of that epoch.
   * {@code question} is that of the {@link Validate} it answers, 0 for an update.
   */
  record Ack(String key, Label label, long question) implements Answer {
    public Ack(String key, Label label) {
      this(key, label, 0);
    }

    @Override
    public Epoch epoch() {
      return label.epoch();
    }
  }

  /** A refusal: its sender has promised {@code promised}, which is higher than {@code refused}. */
  record NackEpoch(String key, Epoch refused, Epoch promised) implements OfSession {}

  /** A refusal of a delta for another base; its sender holds {@code held}. */
  record NackGap(String key, Epoch refused, Label held) implements Answer {
    /**
     * The value of {@code held} if the sender has no room for more. Names no state, so software
     * that does not know it asks again, after the ack timeout each time.
     */
    private static final Label NO_ROOM = new Label(Epoch.NONE, 1);

    public static NackGap noRoom(String key, Epoch refused) {
      return new NackGap(key, refused, NO_ROOM);
    }

    /** Returns whether the sender refused for want of room. */
    public boolean isForRoom() {
      return held.equals(NO_ROOM);
    }

    @Override
    public Epoch epoch() {
      return refused;
    }
  }

  /**
   * A refusal: its sender may have acknowledged {@code held}, which the refused epoch does not
   * descend from.
   */
  record NackNewer(String key, Epoch refused, Label held) implements OfSession {}

  /**
   * A request to the primary, whichever member that is, to hand the session over to the sender in
   * {@code epoch}. Fences nothing.
   */
  record Ask(String key, Epoch epoch) implements OfSession, Claiming {}

  /** The answer "I am not the primary", with the highest epoch of any known label or promise. */
  record Hint(String key, Epoch epoch, Epoch highest, long viewNumber) implements OfSession {}

  /** The answer "I am the primary and finish my requests first", repeated while that lasts. */
  record HandingOver(String key, Epoch epoch) implements OfSession {}

  /**
   * A request that the receiver become the primary, unless it is: the sender wants to be rid of the
   * session, or holds a copy that it promised to the receiver.
   */
  record Offer(String key) implements OfSession, Claiming {}

  /** A request for a promise to refuse epochs below {@code epoch} from now on. */
  record Claim(String key, Epoch epoch) implements OfSession, Claiming {}

  /**
   * The promise, with the copy that the sender holds.
   *
   * @param handOver whether the sender was the primary and gave the session up, after its requests
   *     finished or at the hand-over timeout
   * @param before the highest epoch it had promised before, other than {@code epoch}; from one that
   *     holds no copy, one above all that it has forgotten of any session if that is higher
   */
  record Promise(
      String key, Epoch epoch, boolean handOver, Epoch before, long viewNumber, Optional<Held> held)
      implements OfSession {}

  /**
   * A copy as it travels in a promise.
   *
   * @param rank the label by which the newest is chosen: its own, or that of the state it came from
   *     when another member refused it
   */
  record Held(Label label, Label rank, boolean tombstone, long leaseNanos, SessionImage image) {
    public static @Nullable Held newer(@Nullable Held one, @Nullable Held other) {
      return one == null || (other != null && other.rank.isNewerThan(one.rank)) ? other : one;
    }
  }

  /**
   * A request to drop any copy older than {@code label}: the sender's state is protected elsewhere.
   *
   * @param from the state that the epoch of {@code label} descends from
   */
  record Release(String key, Label from, Label label) implements OfSession, Claiming {}

  /**
   * The answer "I hold nothing below this label, and take nothing below it any more" to a {@link
   * Release} with this label, and to an older update that comes after one.
   */
  record Released(String key, Label label) implements Answer {
    @Override
    public Epoch epoch() {
      return label.epoch();
    }
  }

  /** A renewal of leases; no step of the version. */
  record Touch(List<Lease> leases) implements Claiming {
    /** The remaining lease of one session; {@code sequence} grows within its epoch. */
    public record Lease(String key, Epoch epoch, long sequence, long leaseNanos) {}
  }

  /**
   * The report "In this view, the current one or an earlier, you came back after longer than I
   * remember ended sessions."
   */
  record LongAway(long viewNumber) implements Message {}

  /** The report "You do not belong to my view": the sender refuses the claims of the receiver. */
  record NotInView(long viewNumber) implements Message {}

  /**
   * The progress of the sender with a view.
   *
   * @param newcomer whether it is the sender's first: it holds nothing from before
   * @param draining whether the sender is about to leave and should be given nothing
   * @param drained whether it has given everything away, so that no member misses it once it left
   * @param settled whether it knows that there was a moment at which all had rebalanced
   * @param takenBack the number of times that it revoked, in this view, its report that it has
   *     rebalanced
   * @param seen where several secondaries are wanted: the number of times that each member of the
   *     view, in its order, had revoked that report when the sender received from it that it has
   *     rebalanced; empty unless it has received that from all
   * @param withdrawn whether it has ever said that it is drained: it votes no more
   * @param bases where only the side with a majority may serve: the views that matter, as far as
   *     the sender knows. Elsewhere the {@linkplain #standing standing} of the sender, as software
   *     that does not know it ignores what is here
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
    /** The number of members of the largest view. */
    public static final int MOST_MEMBERS = 1024;

    /**
     * The most unsettled views that are kept: the cluster has changed that often without one of
     * them settling. Views of equal members count once.
     */
    public static final int MOST_UNSETTLED = 64;

    /** The most bases: the settled view and those that may have settled since. */
    public static final int MOST_BASES = 1 + MOST_UNSETTLED;

    /** The knowledge that a member has of the members that it has not found. */
    public enum Standing {
      /** The standing of a member that misses no other member. */
      KNOWS,
      /**
       * The standing of a member that may be behind a cut: it starts, has found no member that
       * knows, or misses more members than may be lost.
       */
      UNDECIDED,
      /**
       * The standing of a member that misses so many others that these may continue without it, and
       * take its sessions over.
       */
      OUTNUMBERED
    }

    /** No view: JGroups' views have a creator. */
    private static final Base UNDECIDED = new Base(0, "", Base.Stage.PLACED, List.of());

    /** A second base besides that: software that does not know it sees an undecided member. */
    private static final Base OUTNUMBERED = new Base(0, "", Base.Stage.INSTALLED, List.of());

    /** Returns the bases that encode {@code standing}. */
    public static List<Base> basesOf(Standing standing) {
      return switch (standing) {
        case KNOWS -> List.of();
        case UNDECIDED -> List.of(UNDECIDED);
        case OUTNUMBERED -> List.of(UNDECIDED, OUTNUMBERED);
      };
    }

    /** Returns the standing of the sender. */
    public Standing standing() {
      if (!bases.contains(UNDECIDED)) {
        return Standing.KNOWS;
      }
      return bases.contains(OUTNUMBERED) ? Standing.OUTNUMBERED : Standing.UNDECIDED;
    }

    /** Returns how many numbers, views and voters it contains: its size in memory goes by that. */
    public int parts() {
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
    /** The stage that a member is known to have reached with a view; a later one outweighs. */
    public enum Stage {
      /** The stage of a view in which acknowledged updates may lie alone: a member acted on it. */
      INSTALLED,
      /** The stage in which a member has reported its sessions as placed: it may have settled. */
      PLACED,
      SETTLED
    }

    public boolean isSettled() {
      return stage == Stage.SETTLED;
    }
  }

  /** The identity of a member, without its address. */
  record Voter(String name, long incarnation) {
    public static Voter of(Member member) {
      return new Voter(member.name(), member.incarnation());
    }

    public boolean is(Member member) {
      return incarnation == member.incarnation() && isNamesake(member);
    }

    public boolean isNamesake(Member member) {
      return name.equals(member.name());
    }
  }
}
