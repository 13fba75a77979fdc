// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdShare;
import org.holdfast.drill.crowd.FollowCounters;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;

/** A plan as letters, and back. All pages that POST have one body, as on the command line. */
final class PlanLetter {
  /** Bytes of the body in one letter. */
  private static final int BODY_PART_BYTES = 100_000;

  private PlanLetter() {}

  /** The letters before the plan that hold its body. */
  static List<Letter> bodies(CrowdPlan plan) {
    List<Letter> letters = new ArrayList<>();
    byte[] body = bodyOf(plan).bytes();
    for (int start = 0; start < body.length; start += BODY_PART_BYTES) {
      byte[] part = Arrays.copyOfRange(body, start, Math.min(body.length, start + BODY_PART_BYTES));
      letters.add(new Letter.Body(Base64.getEncoder().encodeToString(part)));
    }
    return letters;
  }

  static Letter.Plan of(long question, CrowdPlan plan, CrowdShare share, List<Target> targets) {
    return new Letter.Plan(
        question,
        plan.users(),
        plan.pages().stream()
            .map(
                page ->
                    new Letter.PageOf(
                        page.target(), page.weight(), !page.body().isNone(), page.expected()))
            .toList(),
        bodyOf(plan).contentType(),
        plan.thinkTime().distribution().name(),
        plan.thinkTime().mean().toNanos(),
        plan.thinkFrom().name(),
        plan.requestsPerSecond(),
        plan.timeout().toMillis(),
        plan.retryDelay().toMillis(),
        plan.sessionCookie(),
        plan.seed(),
        share.worker(),
        share.workers(),
        plan.followCounters().name(),
        targets.stream()
            .map(
                target ->
                    new Letter.TargetOf(
                        target.name(),
                        target.address().getHostString(),
                        target.address().getPort()))
            .toList());
  }

  private static RequestBody bodyOf(CrowdPlan plan) {
    return plan.pages().stream()
        .map(Page::body)
        .filter(body -> !body.isNone())
        .findFirst()
        .orElse(RequestBody.NONE);
  }

  /**
   * The users that fall to the worker which {@code letter} was written to.
   *
   * @throws IllegalArgumentException if a value is none that a plan can have
   */
  static CrowdPlan plan(Letter.Plan letter, byte[] body) {
    List<Page> pages = new ArrayList<>();
    for (Letter.PageOf page : letter.pages()) {
      RequestBody sent =
          page.post() ? RequestBody.of(letter.contentType(), body) : RequestBody.NONE;
      pages.add(new Page(page.target(), sent, page.weight(), page.expected()));
    }
    CrowdPlan whole =
        new CrowdPlan(
            letter.users(),
            pages,
            new ThinkTime(
                ThinkTime.Distribution.valueOf(letter.think()),
                Duration.ofNanos(letter.thinkNanos())),
            ThinkFrom.valueOf(letter.thinkFrom()),
            letter.requestsPerSecond(),
            Duration.ofMillis(letter.timeoutMillis()),
            Duration.ofMillis(letter.retryDelayMillis()),
            letter.sessionCookie(),
            letter.seed());
    return whole
        .following(FollowCounters.valueOf(letter.followCounters()))
        .sharedAs(new CrowdShare(letter.worker(), letter.workers()));
  }

  /**
   * The nodes, resolved here.
   *
   * @param allowRemote whether they may be on other machines
   * @throws IllegalArgumentException if one is and must not
   * @throws IOException if a host is not known
   */
  static List<Target> targets(Letter.Plan letter, boolean allowRemote) throws IOException {
    List<Target> targets = new ArrayList<>();
    for (Letter.TargetOf target : letter.targets()) {
      InetAddress address = InetAddress.getByName(target.host());
      if (!allowRemote && !address.isLoopbackAddress()) {
        throw new IllegalArgumentException(
            "host "
                + target.host()
                + " is not this machine's loopback; start the worker with --allow-remote if the"
                + " server is yours");
      }
      targets.add(new Target(target.name(), new InetSocketAddress(address, target.port())));
    }
    return targets;
  }
}
