// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.protocols.MERGE3;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class ReunionTest {
  private static final Address MEMBER = UUID.randomUUID();
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final MERGE3 settings = new Reunion().setMinInterval(400).setMaxInterval(1_000);
  private final Reunion reunion = (Reunion) settings;

  @Test
  void takesAViewForForeign_whenAnotherMemberMadeIt_orItsSenderIsInNoViewHere() {
    Address other = UUID.randomUUID();
    View mine = View.create(MEMBER, 3, MEMBER, other);

    assertThat(Reunion.isForeign(other, new ViewId(MEMBER, 2), mine)).as("a late one").isFalse();
    assertThat(Reunion.isForeign(other, new ViewId(other, 3), mine)).isTrue();
    assertThat(Reunion.isForeign(UUID.randomUUID(), new ViewId(MEMBER, 2), mine)).isTrue();
  }

  @Test
  void tellsAMemberItsViewOnceARound_howeverManyNameIt() {
    assertThat(reunion.isDue(MEMBER, 0)).isTrue();
    assertThat(reunion.isDue(MEMBER, 0)).as("named by another").isFalse();
    assertThat(reunion.isDue(MEMBER, 199 * MILLI)).as("named late").isFalse();
    assertThat(reunion.isDue(UUID.randomUUID(), 199 * MILLI)).as("another member").isTrue();
    assertThat(reunion.isDue(MEMBER, 400 * MILLI)).as("the next round").isTrue();
  }
}
