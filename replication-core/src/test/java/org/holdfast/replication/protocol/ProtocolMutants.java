/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */


package org.holdfast.replication.protocol;

import java.util.List;
import java.util.stream.Stream;

/** The mistakes that {@link ProtocolMutationIT} looks for. */
final class ProtocolMutants {

  private static final List<Mutant> PROMISES = List.of(
      Mutant.of("older-views-forgotten", "1", "Views.java", "return isProvenIn(current, answered, k)\n" + "        && older.stream()", "return isProvenIn(current, answered, k) || older.stream()"),
      Mutant.of("own-promise-is-enough", "1", "Views.java", "<= Math.min(k, view.members().size() - 1)", "<= view.members().size() - 1"),
      Mutant.of("acquire-from-one-holder", "1", "AcquireRound.java", "&& views.provenBy(answered, node.config.secondaries())\n" + "        && required", "&& answered.size() > 1\n" + "        && required"),
      Mutant.of("one-promise-too-few", "1", "Views.java", "<= Math.min(k, view.members().size() - 1)", "<= Math.min(k + 1, view.members().size() - 1)"),
      Mutant.behindOthers("acks-of-newcomers-count", "1", "Holders.java", "views.countable().contains(holder.member) && which.test(holder)", "which.test(holder)"),
      Mutant.behindOthers("excluded-member-may-claim", "1", "Replica.java", "message instanceof Message.Claiming && node.tracker.refuses(from)", "false"),
      Mutant.behindOthers("heard-again-before-confirmed", "1", "ViewTracker.java", "!now.countable().contains(member)", "!now.current().contains(member)"),
      Mutant.of("joiner-needs-not-everybody", "1", "Views.java", "if (!seasoned) {", "if (false) {"),
      Mutant.behindOthers("alone-stays-seasoned", "1", "Views.java", "previous.seasoned && (previous.current.members().size() > 1 || view.members().size() == 1)", "previous.seasoned"),
      Mutant.of("settles-without-the-lost", "1", "ViewTracker.java", "|| next.lost() <= secondaries", "|| true"),
      Mutant.of("settled-before-rebalanced", "1", "ViewTracker.java", "nobodyAwaited && allRebalanced(next.current())", "nobodyAwaited && next.confirmed()"),
      Mutant.behindOthers("claim-fences-holders-only", "1", "CopyRules.java", "if (!ballot.equals(session.promised)) {", "if (!ballot.equals(session.promised) && session.copy != null) {"),
      Mutant.behindOthers("claimer-does-not-promise", "1", "SessionState.java", "void claimForSelf(Epoch ballot) {\n" + "    promise(ballot);", "void claimForSelf(Epoch ballot) {"),
      Mutant.of("promise-not-kept", "1", "CopyRules.java", "    Copy mine = session.copy;\n" + "    Epoch epoch = offered.epoch();\n" + "    if (epoch.compareTo(session.promised) < 0) {", "    Copy mine = session.copy;\n" + "    Epoch epoch = offered.epoch();\n" + "    if (mine != null && epoch.compareTo(mine.epoch()) < 0) {"),
      Mutant.of("hand-over-hides-newer-owner", "1", "AcquireRound.java", "\n" + "            && state.label().epoch().compareTo(heard) >= 0;", ";"),
      Mutant.behindOthers("hand-over-is-enough-for-any-k", "1", "AcquireRound.java", "node.config.secondaries() <= 1\n" + "            && ", ""),
      Mutant.behindOthers("promises-of-older-ballots-count", "1", "AcquireRound.java", "promise.ballot().equals(ballot)", "true"),
      Mutant.behindOthers("orphan-of-the-view-only", "1", "AcquireRound.java", "  private Set<Member> others() {\n" + "    Views views = node.views();\n" + "    Set<Member> others = new HashSet<>(extra);\n" + "    if (views != null) {\n" + "      others.addAll(views.everybody());", "  private Set<Member> others() {\n" + "    Views views = node.views();\n" + "    Set<Member> others = new HashSet<>(extra);\n" + "    if (views != null) {\n" + "      others.addAll(views.current().members());"),
      Mutant.of("fencing-off", "1", "CopyRules.java", "Epoch epoch = offered.epoch();\n" + "    if (epoch.compareTo(session.promised) < 0) {", "Epoch epoch = offered.epoch();\n" + "    if (false) {"),
      Mutant.behindOthers("fencing-off-for-deltas", "1", "CopyRules.java", "Epoch epoch = delta.label().epoch();\n" + "    if (epoch.compareTo(session.promised) < 0) {", "Epoch epoch = delta.label().epoch();\n" + "    if (false) {"),
      Mutant.of("claim-below-promise-accepted", "1", "CopyRules.java", "if (ballot.compareTo(session.promised) < 0) {", "if (false) {"),
      Mutant.of("claim-leaves-the-primary-on", "1", "CopyRules.java", "      session.promise(ballot);\n" + "      session.stepDown(now, effects);\n" + "      if (session.round", "      session.promise(ballot);\n" + "      if (session.round"),
      Mutant.of("full-leaves-the-primary-on", "1", "CopyRules.java", "    session.stepDown(now, effects);\n" + "    if (session.round != null) {\n" + "      session.round.superseded(epoch", "    if (session.round != null) {\n" + "      session.round.superseded(epoch"));

  private static final List<Mutant> FRESHNESS = List.of(
      Mutant.behindOthers("fencing-off-for-validations", "10", "CopyRules.java", "Epoch epoch = validate.label().epoch();\n" + "    if (epoch.compareTo(session.promised) < 0) {", "Epoch epoch = validate.label().epoch();\n" + "    if (false) {"),
      Mutant.of("freshness-not-asked-for", "10", "Holders.java", "return nowNanos + age;", "return nowNanos;"),
      Mutant.behindOthers("fresh-when-the-answer-came", "10", "Holder.java", "  long question(long nowNanos) {\n" + "    if (openQuestion == 0) {", "  long question(long nowNanos) {\n" + "    questionNanos = nowNanos;\n" + "    if (openQuestion == 0) {"),
      Mutant.behindOthers("any-answer-is-fresh", "10", "Holder.java", "if (question == openQuestion) {", "if (openQuestion != 0) {"),
      Mutant.of("validation-not-sent", "10", "Ownership.java", "    validated = true;\n" + "    validatedNanos = nowNanos;\n" + "    for (Holder holder : holders) {", "    validated = true;\n" + "    validatedNanos = nowNanos;\n" + "    for (Holder holder : new Holders(node)) {"),
      Mutant.of("validation-not-repeated", "10", "Ownership.java", "nowNanos - validatedNanos >= again", "false"));

  private static final List<Mutant> BYTES_STAY = List.of(
      Mutant.of("step-down-deletes", "2", "SessionState.java", "node.metrics.count(Counter.FENCED);\n" + "      endTerm(now, effects);", "node.metrics.count(Counter.FENCED);\n" + "      endTerm(now, effects);\n" + "      copy = null;"),
      Mutant.of("hand-over-deletes", "2", "HandOvers.java", "    session.endTerm(now, effects);\n", "    session.endTerm(now, effects);\n" + "    session.copy = null;\n"),
      Mutant.of("promise-deletes", "2", "CopyRules.java", "    session.sendPromise(from, ballot, false, now);\n", "    session.sendPromise(from, ballot, false, now);\n" + "    session.copy = session.primary == null ? null : session.copy;\n"),
      Mutant.of("released-before-protected", "2", "Ownership.java", "    if (views != null\n" + "        && isAsSafeAsItGets(copy)\n" + "        && (copy", "    if (views != null\n" + "        && (copy"),
      Mutant.behindOthers("released-before-confirmed", "2", "Ownership.java", "return views != null && views.confirmed() ? views : null;", "return views;"),
      Mutant.behindOthers("moved-before-the-new-ack", "2", "Ownership.java", "if (holder == null || !holder.hasAcked(copy.version())) {", "if (holder == null) {"),
      Mutant.behindOthers("step-down-without-adopting", "2", "MessageRules.java", "        session.promise(nack.promised());\n", ""),
      Mutant.behindOthers("dispute-forgotten", "2", "MessageRules.java", "session.disputed = session.owned().everProtectedVersion() < 0;", ""),
      Mutant.behindOthers("dispute-of-protected-state", "2", "MessageRules.java", "session.disputed = session.owned().everProtectedVersion() < 0;", "session.disputed = true;"));

  private static final List<Mutant> SILENCE = List.of(
      Mutant.of("silence-is-not-found", "3", "AcquireRound.java", "nothing && views != null && views.provenBy(answered, node.config.secondaries())", "nothing"),
      Mutant.of("given-up-is-not-found", "3", "AcquireRound.java", "Acquired refusal = refusal();", "Acquired refusal = new Acquired.Unknown();"),
      Mutant.of("first-copy-wins", "3", "AcquireRound.java", "one == null || (other != null && other.rank().isNewerThan(one.rank())) ? other : one", "one == null ? other : one"),
      Mutant.of("last-copy-wins", "3", "AcquireRound.java", "one == null || (other != null && other.rank().isNewerThan(one.rank())) ? other : one", "other != null ? other : one"),
      Mutant.of("living-primary-not-asked", "3", "HandOvers.java", "primary != null && ballot.compareTo(session.promised) > 0", "false"),
      Mutant.of("round-ignores-a-hand-over", "3", "AcquireRound.java", "        if (each.getValue().handOver()) {", "        if (false) {"),
      Mutant.of("owner-on-its-way-is-fenced", "3", "AcquireRound.java", "return waitedForOwner < MOST_WAITS_FOR_OWNER\n", "return waitedForOwner < 0\n"),
      Mutant.behindOthers("state-handed-over-is-forgotten", "3", "AcquireRound.java", "      handedOver = state;\n", ""),
      Mutant.behindOthers("those-who-spoke-not-awaited", "3", "AcquireRound.java", "isProven() && haveAllWhoSpokePromised()", "isProven()"));

  private static final List<Mutant> EPOCHS = List.of(
      Mutant.of("minted-below-what-was-heard", "4", "AcquireRound.java", "Epoch.mint(heard.counter() + 1", "Epoch.mint(session.promised.counter() + 1"),
      Mutant.of("epoch-minted-twice", "4", "AcquireRound.java", "ballot = Epoch.mint(heard.counter() + 1, node.self);", "ballot = new Epoch(heard.counter() + 1, \"same\", 1);"),
      Mutant.behindOthers("newer-state-overwritten", "4", "CopyRules.java", "if (safe.isNewerThan(offered.from())) {", "if (false) {"),
      Mutant.behindOthers("versions-restart", "4", "Copy.java", "new Label(epoch, version()), label", "new Label(epoch, 1), label"),
      Mutant.behindOthers("refuser-not-asked-again", "4", "MessageRules.java", "session.round.require(from);", ""),
      Mutant.behindOthers("confirmed-state-forgotten", "4", "SessionState.java", "confirmed = safe >= 0 ? new Label(own.epoch, safe) : held().from();", ""),
      Mutant.behindOthers("ancestor-not-named", "4", "SessionState.java", "new Copy(best.label(), best.label(), best.tombstone(), best.image())", "new Copy(best.label(), best.label(), best.tombstone(), best.image()).inEpoch(ballot)"));

  private static final List<Mutant> TWO_FIELDS = List.of(
      Mutant.of("promise-relabels-the-copy", "5", "SessionState.java", "  void promise(Epoch ballot) {", "  void promise(Epoch ballot) {\n" + "    copy = copy == null || primary != null ? copy : new Copy(new Label(ballot, copy.version()), copy.from(), copy.tombstone(), copy.image());"),
      Mutant.behindOthers("earlier-promise-not-told", "5", "SessionState.java", "new Message.Promise(key, ballot, handOver, promisedBefore,", "new Message.Promise(key, ballot, handOver, Epoch.NONE,"));

  private static final List<Mutant> ACKNOWLEDGEMENTS = List.of(
      Mutant.of("response-does-not-wait", "6", "Ownership.java", "if (protectedVersion >= wanted.version() && holders.freshNanos", "if (everProtectedVersion >= 0 && holders.freshNanos"),
      Mutant.behindOthers("ack-of-an-old-epoch-counts", "6", "MessageRules.java", "if (!session.isOwnedIn(answer.term())) {", "if (session.primary == null) {"),
      Mutant.of("ack-means-all-that-was-sent", "6", "Holder.java", "acked = Math.max(acked, version);", "acked = Math.max(acked, newest);"),
      Mutant.of("time-out-counts-as-protected", "6", "Waiters.java", "nowNanos - waiter.deadlineNanos >= 0, Outcome.DEGRADED", "nowNanos - waiter.deadlineNanos >= 0, Outcome.PROTECTED"),
      Mutant.behindOthers("one-ack-is-enough-for-two", "6", "Holders.java", "figures.length < wanted ? none : figures[figures.length - wanted]", "figures.length < 1 ? none : figures[figures.length - 1]"),
      Mutant.of("gap-is-acknowledged", "6", "CopyRules.java", "} else if (delta.baseVersion() != mine.version() || mine.tombstone()) {\n" + "      session.node.network.send(from, new Message.NackGap(session.key, epoch, mine.label()));", "} else if (delta.baseVersion() != mine.version() || mine.tombstone()) {\n" + "      session.node.network.send(from, new Message.Ack(session.key, delta.label()));"),
      Mutant.behindOthers("lost-holder-still-counts", "6", "Ownership.java", "    protectedVersion = now;\n", "    protectedVersion = Math.max(now, protectedVersion);\n"),
      Mutant.of("fenced-waiter-hears-protected", "6", "Waiters.java", "answer(waiter -> true, Outcome.FENCED, effects);", "answer(waiter -> true, Outcome.PROTECTED, effects);"),
      Mutant.of("served-after-step-down", "6", "SessionState.java", "    primary = null;\n" + "    adoption.doubt();", "    adoption.doubt();"));

  private static final List<Mutant> VIEWS = List.of(
      Mutant.behindOthers("answer-of-a-newer-view-counts", "7", "AcquireRound.java", "return views != null && viewNumber <= views.current().number();", "return views != null;"),
      Mutant.behindOthers("latecomer-hears-unknown-too", "7", "AcquireRound.java", "List<Consumer<Acquired>> late = List.copyOf(callbacks.subList(present, callbacks.size()));", "present = callbacks.size();\n" + "    List<Consumer<Acquired>> late = List.copyOf(callbacks.subList(present, callbacks.size()));"));

  private static final List<Mutant> OWN_PAUSE = List.of(
      Mutant.of("own-pause-is-their-silence", "8", "Replica.java", "session.round.extend(pausedNanos);", ""),
      Mutant.behindOthers("own-pause-stalls-the-holder", "8", "Ownership.java", "node.laterOfResumed(holder.openSinceNanos())", "holder.openSinceNanos()"));

  private static final List<Mutant> HAND_OVER = List.of(
      Mutant.behindOthers("no-beats", "9", "HandOvers.java", "      node.network.send(pending.acquirer(), new Message.HandingOver(session.key, pending.ballot()));\n", ""),
      Mutant.of("beats-prolong-nothing", "9", "AcquireRound.java", "beat.ballot().equals(ballot)) {\n" + "      phaseEndNanos = now + node.config.silenceTimeoutNanos();", "beat.ballot().equals(ballot)) {\n" + "      phaseEndNanos = phaseEndNanos;"),
      Mutant.of("handed-over-in-mid-request", "9", "HandOvers.java", "    if (primary.running == 0) {\n" + "      handOver(ballot", "    if (true) {\n" + "      handOver(ballot"),
      Mutant.of("hand-over-not-repeated", "9", "HandOvers.java", "} else if (gaveUpIn(ballot)) {", "} else if (false) {"),
      Mutant.of("hand-over-without-promise", "9", "HandOvers.java", "    session.promise(ballot);\n" + "    session.sendPromise", "    session.sendPromise"),
      Mutant.of("hand-over-waits-for-ever", "9", "HandOvers.java", "if (now - pending.deadlineNanos() >= 0) {", "if (false) {"),
      Mutant.of("requests-join-a-hand-over", "9", "SessionState.java", "} else if (primary.handOver != null) {\n" + "        handOvers.queue(callback);", "} else if (false) {\n" + "        handOvers.queue(callback);"),
      Mutant.of("queued-requests-forgotten", "9", "HandOvers.java", "    if (!queued.isEmpty()) {", "    if (false) {"),
      Mutant.of("end-of-requests-not-noticed", "9", "HandOvers.java", "if (primary != null && pending != null && primary.running == 0) {", "if (false) {"),
      Mutant.of("deferred-asker-forgotten", "9", "AcquireRound.java", "    if (ask != null && from != null) {", "    if (false) {"));

  private static final List<Mutant> STRAYS = List.of(
      Mutant.of("strays-not-named-by-takeover", "11", "AcquireRound.java", "session.win(this, ballot, best, others(), now, effects);", "session.win(this, ballot, best, Set.of(), now, effects);"),
      Mutant.of("strays-not-named-by-hand-over", "11", "AcquireRound.java", "session.win(this, ballot, state, others(), now, effects);", "session.win(this, ballot, state, Set.of(), now, effects);"),
      Mutant.of("stray-asked-only-once", "11", "Strays.java", "node.network.send(member, new Message.Release(key, label));", "node.network.send(member, new Message.Release(key, label));\n" + "        each.remove();"),
      Mutant.of("returned-member-is-no-stray", "11", "Ownership.java", "    for (Member member : views.returned()) {", "    for (Member member : List.<Member>of()) {"),
      Mutant.of("all-count-as-newcomers", "11", "Views.java", "returned.removeAll(newcomers);", "returned.clear();"),
      Mutant.of("late-ack-makes-no-stray", "11", "Ownership.java", "      strays.add(from, version);\n" + "      node.timed.add(key);\n" + "      return;", "      return;"),
      Mutant.of("moved-holder-is-no-stray", "11", "Ownership.java", "if (!wanted.contains(holder.member)) {\n" + "        each.remove();\n" + "        strays.add(holder.member, holder.newest());", "if (!wanted.contains(holder.member)) {\n" + "        each.remove();"),
      Mutant.of("holders-never-leave", "11", "Ownership.java", "if (views == null || !holders.tooMany()) {", "if (true) {"));

  private static final List<Mutant> RELEASES = List.of(
      Mutant.behindOthers("release-below-the-promise", "12", "CopyRules.java", "    if (session.promised.compareTo(epoch) > 0) {", "    if (false) {"),
      Mutant.behindOthers("release-of-an-equal-label", "12", "CopyRules.java", "if (mine.label().compareTo(release.label()) >= 0) {", "if (mine.label().compareTo(release.label()) > 0) {"),
      Mutant.behindOthers("release-of-a-newer-copy", "12", "CopyRules.java", "if (mine.label().compareTo(release.label()) >= 0) {", "if (false) {"),
      Mutant.behindOthers("release-ignored-by-a-primary", "12", "CopyRules.java", "session.round != null || session.isOwnedIn(epoch)", "session.round != null || session.primary != null"),
      Mutant.of("no-step-before-release", "12", "Strays.java", "return newest >= version && anyReachable(views);", "return false;"),
      Mutant.of("released-drops-nothing", "12", "CopyRules.java", "      session.copy = null;\n" + "      session.disputed = false;", "      session.disputed = false;"));

  private static final List<Mutant> TOMBSTONES = List.of(
      Mutant.of("tombstone-dropped", "14", "Retention.java", "return now - untilNanos >= 0;", "return true;"),
      Mutant.of("tombstone-term-ends-at-once", "14", "Retention.java", "return now - endedNanos >= session.node.config.tombstoneNanos();", "return true;"),
      Mutant.behindOthers("tombstone-not-sent", "14", "SessionState.java", "owned().publish(ended, null, -1, now);", ""),
      Mutant.of("tombstone-is-a-session", "14", "SessionState.java", "    if (best.tombstone()) {\n" + "      won.answer", "    if (false) {\n" + "      won.answer"),
      Mutant.of("tombstone-loses-on-takeover", "14", "Copy.java", "return new Copy(new Label(epoch(), version() + 1), from, true, SessionImage.EMPTY);", "return new Copy(new Label(epoch(), version()), from, true, SessionImage.EMPTY);"),
      Mutant.of("tombstone-taken-for-a-copy", "14", "AcquireRound.java", "    if (best == null) {\n" + "      unknown", "    if (best == null || best.tombstone()) {\n" + "      unknown"),
      Mutant.behindOthers("update-after-the-end", "14", "SessionState.java", "if (!isOwnedIn(ownership) || held().tombstone()) {\n" + "      return -1;\n" + "    }\n" + "    Copy next", "if (!isOwnedIn(ownership)) {\n" + "      return -1;\n" + "    }\n" + "    Copy next"),
      Mutant.behindOthers("delta-on-a-tombstone", "14", "CopyRules.java", "delta.baseVersion() != mine.version() || mine.tombstone()", "delta.baseVersion() != mine.version()"),
      Mutant.behindOthers("fence-swept-with-the-copy", "14", "Retention.java", "        session.copy = null;\n" + "        restart();\n" + "      }\n" + "      return false;", "        session.copy = null;\n" + "        return true;\n" + "      }\n" + "      return false;"));

  private static final List<Mutant> INCARNATIONS = List.of(
      Mutant.behindOthers("incarnations-confused", "15", "Epoch.java", "memberName.equals(member.name()) && incarnation == member.incarnation()", "memberName.equals(member.name())"),
      Mutant.of("epoch-without-incarnation", "15", "Epoch.java", "return new Epoch(counter, member.name(), member.incarnation());", "return new Epoch(counter, member.name(), 1);"));

  private static final List<Mutant> LEASES = List.of(
      Mutant.of("lease-restarted-at-takeover", "16", "SessionState.java", "lease.renew(best.leaseNanos(), now);", "lease.renew(best.leaseNanos() < 0 ? -1 : Math.max(best.leaseNanos(), 6_000_000_000L), now);"),
      Mutant.of("lease-sent-whole", "16", "Lease.java", "Math.max(0, nanos - (nowNanos - startNanos))", "nanos"),
      Mutant.behindOthers("lease-not-handed-on", "16", "SessionState.java", "      lease.renew(best.leaseNanos(), now);\n", ""),
      Mutant.of("leases-not-batched", "16", "Replica.java", "attempts.attempt(() -> sendTouches(nowNanos));", ""),
      Mutant.of("use-does-not-renew-the-lease", "16", "SessionState.java", "      lease.renew(newLeaseNanos, now);\n" + "      node.touched.add(key);", "      node.touched.add(key);"),
      Mutant.of("touch-ignored", "16", "CopyRules.java", "      session.lease.renew(lease.leaseNanos(), now);\n" + "    }\n" + "  }\n" + "}", "    }\n" + "  }\n" + "}"),
      Mutant.behindOthers("older-touch-applied", "16", "CopyRules.java", "\n" + "        && lease.sequence() > session.touchSequence", ""),
      Mutant.behindOthers("touch-of-another-epoch", "16", "CopyRules.java", "\n" + "        && session.copy.epoch().equals(lease.epoch())", ""),
      Mutant.of("full-does-not-carry-the-lease", "16", "MessageRules.java", "        session.lease.renew(full.leaseNanos(), now);\n", ""),
      Mutant.behindOthers("delta-does-not-carry-the-lease", "16", "CopyRules.java", "      session.lease.renew(delta.leaseNanos(), now);\n", ""),
      Mutant.of("expires-in-use", "16", "SessionState.java", "        && primary.running == 0\n" + "        && primary.handOver", "        && primary.handOver"),
      Mutant.of("secondaries-expire-too", "16", "SessionState.java", "    return primary != null\n" + "        && primary.running == 0\n" + "        && primary.handOver == null\n" + "        && !held()", "    return (primary == null || primary.running == 0 && primary.handOver == null) && copy != null\n" + "        && !held()"),
      Mutant.of("no-grace-for-the-last-batch", "16", "SessionState.java", "lease.hasEnded(now, ReplicaConfig.TOUCH_NANOS)", "lease.hasEnded(now, 0)"));

  private static final List<Mutant> UNKNOWN_KEYS = List.of(
      Mutant.behindOthers("unknown-outlives-the-view", "18", "UnknownKeys.java", "entry.viewNumber == viewNumber && ", ""),
      Mutant.of("unknown-for-ever", "18", "UnknownKeys.java", "return entry != null && entry.viewNumber == viewNumber && nowNanos - entry.sinceNanos < NANOS;", "return entry != null;").and("UnknownKeys.java", "entries.values().removeIf(entry -> nowNanos - entry.sinceNanos >= NANOS);", ""));

  private static final List<Mutant> DELTAS = List.of(
      Mutant.of("delta-applied-off-base", "20", "CopyRules.java", "delta.baseVersion() != mine.version() || mine.tombstone()", "mine.tombstone()"),
      Mutant.of("old-full-applied", "20", "CopyRules.java", "epoch.equals(mine.epoch()) && offered.version() <= mine.version()", "false"),
      Mutant.of("delta-merged-across-epochs", "20", "CopyRules.java", "    Copy mine = session.copy;\n" + "    Epoch epoch = delta.label().epoch();\n", "    Copy mine = session.copy;\n" + "    Epoch epoch = delta.label().epoch();\n" + "    if (mine != null && mine.epoch().compareTo(epoch) < 0) {\n" + "      mine = new Copy(new Label(epoch, mine.version()), mine.from(), mine.tombstone(), mine.image());\n" + "    }\n"),
      Mutant.of("removed-attributes-stay", "20", "Changes.java", "    attributes.keySet().removeAll(removed);\n", ""),
      Mutant.of("gap-not-mended", "20", "Ownership.java", "if (holder != null && holder.needsFullAfterGap(held, epoch)) {", "if (false) {"),
      Mutant.of("nothing-sent-again", "20", "Ownership.java", "nowNanos - holder.sentNanos() > node.config.ackTimeoutNanos()", "false"));

  private static final List<Mutant> LEAVING = List.of(
      Mutant.behindOthers("drain-takes-over", "drain", "SessionState.java", "} else if (node.draining && round == null) {", "} else if (false) {"),
      Mutant.of("drain-offers-nothing", "drain", "Rebalancer.java", "            session.adoption().offer(patient);\n", ""),
      Mutant.of("drain-gives-no-time", "drain", "Adoption.java", "(own.running == 0 || !patient)", "true"),
      Mutant.of("drain-waits-for-ever", "drain", "Rebalancer.java", "boolean patient = now - drainNanos < PATIENCE * node.config.handOverTimeoutNanos();", "boolean patient = true;"),
      Mutant.of("drain-not-announced", "drain", "Rebalancer.java", "if (node.peers.setDraining(from, status.draining())) {", "if (false) {"),
      Mutant.of("leaving-member-stays-holder", "drain", "Views.java", "(node.peers.isDraining(member) ? leaving : preferred).add(member);", "preferred.add(member);"),
      Mutant.of("drain-ends-too-early", "drain", "Replica.java", "return new DrainState(served, copies,", "return new DrainState(served, 0,"),
      Mutant.of("drain-forgets-what-it-serves", "drain", "Replica.java", "return new DrainState(served, copies,", "return new DrainState(0, copies,"));

  private static final List<Mutant> DOUBT = List.of(
      Mutant.behindOthers("doubt-never-looked-after", "doubt", "Rebalancer.java", "    rescueStranded(now);\n" + "    if", "    if"),
      Mutant.behindOthers("doubt-not-noted", "doubt", "Adoption.java", "      node.stranded.add(session.key);\n", ""),
      Mutant.of("offer-of-doubt-ignored", "doubt", "Adoption.java", "      session.startRound(from, List.of(), now, effects);", ""),
      Mutant.of("claimed-in-vain-is-no-orphan", "doubt", "Adoption.java", "return session.promised.isOwnedBy(node.self)\n" + "        || ", "return "),
      Mutant.of("orphans-not-adopted", "doubt", "SessionState.java", "if (round == null && adoption.isOrphan()) {", "if (false) {"));

  static final List<Mutant> ALL = Stream.of(PROMISES, FRESHNESS, BYTES_STAY, SILENCE, EPOCHS, TWO_FIELDS, ACKNOWLEDGEMENTS, VIEWS, OWN_PAUSE, HAND_OVER, STRAYS, RELEASES, TOMBSTONES, INCARNATIONS, LEASES, UNKNOWN_KEYS, DELTAS, LEAVING, DOUBT).flatMap(List::stream).toList();

  private ProtocolMutants() {}
}
