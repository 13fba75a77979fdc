// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jspecify.annotations.Nullable;

/**
 * Refuses members whose settings do not fit, before they are in a view. A join is answered with the
 * reason, with which the start of the other member fails, and a merge is rejected. Members of
 * releases that announce no settings are let in.
 *
 * <p>Leaves views out of a merge whose coordinator this member cannot receive from. Suppose that
 * two members cannot reach each other, but both reach a third. JGroups would take the third from
 * the view of the one into a view with the other, and back with the next merge. Each such merge
 * waits for the member that does not answer, so that the end of the cut finds the members busy. The
 * third stays where it is instead, unless its coordinator is gone for good: a member of its view
 * has a later view without that coordinator, and has reported it for {@link #GONE_NANOS}.
 *
 * <p>Why: {@code docs/design/018-one-view-soon-after-a-cut.md}. Belongs directly below GMS.
 */
final class JoinGate extends Protocol {
  private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

  /**
   * The time after which a coordinator is gone. It is longer than two ends of a cut link need to
   * make views without each other, one after the other.
   */
  static final long GONE_NANOS = 10_000_000_000L;

  private final Outsiders outsiders;
  private final LongSupplier clock;

  /**
   * The coordinators that a member of their view has passed over, with the time when it first said
   * so.
   */
  @GuardedBy("this")
  private final Map<Address, Long> passedOverNanos = new HashMap<>();

  /**
   * @param clock as {@link System#nanoTime}
   */
  JoinGate(Outsiders outsiders, LongSupplier clock) {
    this.outsiders = outsiders;
    this.clock = clock;
  }

  @Override
  public @Nullable Object up(Event event) {
    if (event.getType() != Event.MERGE) {
      return up_prot.up(event);
    }
    Map<Address, View> views = mergeable(event.getArg(), clock.getAsLong());
    boolean differ = views.values().stream().map(View::getViewId).distinct().count() > 1;
    // Else MERGE3 looks again after its check interval.
    return differ ? up_prot.up(new Event(Event.MERGE, views)) : null;
  }

  /**
   * Returns the views that may merge.
   *
   * @param told the reported views, by the members that reported them
   */
  synchronized Map<Address, View> mergeable(Map<Address, View> told, long nowNanos) {
    Map<Address, View> mergeable = new HashMap<>(told);
    Set<Address> passedOver = new HashSet<>();
    told.forEach(
        (teller, view) -> {
          Address coordinator = view.getCreator();
          if (told.containsKey(coordinator)) {
            return;
          }
          if (told.entrySet().stream().anyMatch(each -> isLaterWithout(each, coordinator, view))) {
            passedOver.add(coordinator);
            long since = passedOverNanos.computeIfAbsent(coordinator, unused -> nowNanos);
            if (nowNanos - since >= GONE_NANOS) {
              return;
            }
          }
          mergeable.remove(teller);
        });
    passedOverNanos.keySet().retainAll(passedOver);
    return mergeable;
  }

  private static boolean isLaterWithout(
      Map.Entry<Address, View> told, Address coordinator, View view) {
    View other = told.getValue();
    return view.containsMember(told.getKey())
        && other.getViewId().getId() > view.getViewId().getId()
        && !other.containsMember(coordinator);
  }

  @Override
  public @Nullable Object up(Message message) {
    return isRefused(message) ? null : up_prot.up(message);
  }

  @Override
  public void up(MessageBatch batch) {
    batch.removeIf(this::isRefused, true);
    if (!batch.isEmpty()) {
      up_prot.up(batch);
    }
  }

  private boolean isRefused(Message message) {
    GMS.GmsHeader header = message.getHeader(GMS_ID);
    if (header == null) {
      return false;
    }
    return switch (header.getType()) {
      case GMS.GmsHeader.JOIN_REQ, GMS.GmsHeader.JOIN_REQ_WITH_STATE_TRANSFER ->
          refuseJoin(header.getMember());
      case GMS.GmsHeader.MERGE_REQ -> refuseMerge(message.getSrc(), header);
      case GMS.GmsHeader.MERGE_RSP -> {
        if (header.isMergeRejected()) {
          String unused = outsiders.refusal(message.getSrc());
        }
        yield false; // GMS gives the merge up by itself
      }
      default -> false;
    };
  }

  private boolean refuseJoin(@Nullable Address joiner) {
    String refusal = outsiders.refusal(joiner);
    if (refusal == null || joiner == null) {
      return false;
    }
    down_prot.down(
        new BytesMessage(joiner)
            .putHeader(GMS_ID, new GMS.GmsHeader(GMS.GmsHeader.JOIN_RSP))
            .setArray(GMS.marshal(new JoinRsp(refusal))));
    return true;
  }

  /**
   * Refuses a merge with its id, unless the leader fits; returns whether it did. Without the id the
   * leader takes in no answer, and would wait for one in vain.
   */
  private boolean refuseMerge(Address leader, GMS.GmsHeader request) {
    if (outsiders.refusal(leader) == null) {
      return false;
    }
    down_prot.down(
        new BytesMessage(leader) // with neither view nor digest; GMS drops one without a body
            .setArray(new byte[Short.BYTES])
            .setFlag(Message.Flag.OOB)
            .putHeader(
                GMS_ID,
                new GMS.GmsHeader(GMS.GmsHeader.MERGE_RSP)
                    .mergeId(request.getMergeId())
                    .setMergeRejected(true)));
    return true;
  }
}
