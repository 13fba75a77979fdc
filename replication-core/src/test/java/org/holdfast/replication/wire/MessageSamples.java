// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.holdfast.replication.protocol.Changes;
import org.holdfast.replication.protocol.Epoch;
import org.holdfast.replication.protocol.Label;
import org.holdfast.replication.protocol.Message;
import org.holdfast.replication.protocol.SessionImage;

/** At least one message of each type. */
public final class MessageSamples {
  static final String KEY = "AbCdEfGhIjKlMnOp";
  private static final Epoch EPOCH = new Epoch(7, "node-1", 1_700_000_000_123L);
  private static final Epoch HIGHER = new Epoch(8, "node-2", -5);
  static final Label LABEL = new Label(EPOCH, 300);
  private static final long HOUR = 3_600_000_000_000L;
  private static final SessionImage IMAGE =
      new SessionImage(new byte[] {1, 2}, Map.of("cart", new byte[300], "naïve ☕", new byte[0]));

  private MessageSamples() {}

  public static Stream<Message> all() {
    return Stream.of(
        new Message.Full(KEY, Label.NONE, LABEL, HOUR, IMAGE),
        new Message.Full(KEY, LABEL, new Label(HIGHER, 301), -1, SessionImage.EMPTY),
        new Message.Delta(
            KEY, LABEL, 299, 0, new Changes(null, Map.of("n", new byte[9]), Set.of("gone", "too"))),
        new Message.Delta(KEY, LABEL, 299, 0, new Changes(new byte[4], Map.of(), Set.of())),
        new Message.Delta(
            KEY,
            LABEL,
            299,
            0,
            new Changes(
                new byte[] {3},
                Map.of("n", new byte[9]),
                Set.of("gone"),
                Map.of("large", new byte[] {7, 8}))),
        new Message.Remove(KEY, Label.NONE, LABEL),
        new Message.Validate(KEY, LABEL, 300, 7, 1_800_000_000_000L),
        new Message.NotInView(12),
        new Message.LongAway(13),
        new Message.Ack(KEY, LABEL),
        new Message.Ack(KEY, LABEL, 300),
        new Message.NackEpoch(KEY, EPOCH, HIGHER),
        new Message.NackGap(KEY, EPOCH, Label.NONE),
        new Message.NackNewer(KEY, EPOCH, LABEL),
        new Message.Ask(KEY, EPOCH),
        new Message.Hint(KEY, EPOCH, Epoch.NONE, 12),
        new Message.HandingOver(KEY, EPOCH),
        new Message.Claim(KEY, HIGHER),
        new Message.Promise(KEY, HIGHER, false, EPOCH, 3, Optional.empty()),
        new Message.Promise(
            KEY,
            HIGHER,
            true,
            EPOCH,
            3,
            Optional.of(new Message.Held(LABEL, LABEL, false, HOUR, IMAGE))),
        new Message.Release(KEY, Label.NONE, LABEL),
        new Message.Released(KEY, LABEL),
        new Message.Offer(KEY),
        new Message.Touch(
            List.of(
                new Message.Touch.Lease(KEY, EPOCH, 4, HOUR),
                new Message.Touch.Lease("k", HIGHER, 5, -1))),
        new Message.ViewStatus(
            44,
            "node-1",
            true,
            false,
            true,
            false,
            true,
            false,
            3,
            List.of(0L, 300L),
            false,
            List.of()),
        new Message.ViewStatus(
            45,
            "node-1",
            false,
            true,
            true,
            true,
            false,
            true,
            0,
            List.of(),
            true,
            List.of(
                new Message.Base(
                    40,
                    "node-2",
                    Message.Base.Stage.SETTLED,
                    List.of(
                        new Message.Voter("node-1", Long.MAX_VALUE),
                        new Message.Voter("node-2", -7))),
                new Message.Base(300, "node-1", Message.Base.Stage.PLACED, List.of()),
                new Message.Base(301, "node-1", Message.Base.Stage.INSTALLED, List.of()))));
  }
}
