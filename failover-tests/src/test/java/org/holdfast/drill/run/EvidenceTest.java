// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.holdfast.drill.fault.Effect;
import org.holdfast.drill.fault.Fault;
import org.holdfast.drill.load.Recovery;
import org.holdfast.drill.report.PromiseReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private static final Fault LOSS = new Fault.Loss(10);

  private final FakeCluster cluster = new FakeCluster(2, Honesty.SHARES);
  private boolean sessions = true;
  private final Evidence evidence = new Evidence(cluster, () -> sessions);

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void isATrouble_whenAFaultLeftNoTrace() {
    Incident loss = done(LOSS, false);
    cluster.telling(Effect.NONE);

    evidence.look(loss);

    assertThat(evidence.troubles())
        .containsExactly("nothing proved, as it had no effect: given 10 % packet loss node-1");
    assertThat(evidence.found()).extracting(PromiseReport::kept).containsExactly(false);
  }

  @Test
  void isNone_whenTheFaultWasSeenToAct() {
    evidence.look(done(LOSS, false));

    assertThat(evidence.troubles()).isEmpty();
    assertThat(evidence.found())
        .containsExactly(
            new PromiseReport("it has an effect: given 10 % packet loss node-1", "seen", true));
  }

  @Test
  void tellsTheFigures_whereTheEngineHasSome() {
    cluster.tracing("12 of 100 packets");

    evidence.look(done(LOSS, false));
    cluster.telling(Effect.NONE);
    evidence.look(done(LOSS, false));

    assertThat(evidence.found())
        .extracting(PromiseReport::seen)
        .containsExactly("12 of 100 packets", "12 of 100 packets");
    assertThat(evidence.troubles())
        .containsExactly(
            "nothing proved, as it had too little effect: given 10 % packet loss node-1,"
                + " 12 of 100 packets");
  }

  @Test
  void saysThatNobodyLooked_whenTheEngineCannotTell() {
    cluster.telling(Effect.UNKNOWN);

    evidence.look(done(LOSS, false));

    assertThat(evidence.troubles()).isEmpty();
    assertThat(evidence.found())
        .extracting(PromiseReport::seen)
        .containsExactly("not checked, as the drill cannot see it");
  }

  @Test
  void needsNoEngine_whenViewsAreToShowIt() {
    cluster.telling(Effect.UNKNOWN);

    evidence.look(done(new Fault.Pause(), true));

    assertThat(evidence.found()).extracting(PromiseReport::seen).containsExactly("seen");
  }

  @Test
  void isLookedForOnce_atTheEndWhereNothingWasTakenBack() {
    cluster.telling(Effect.NONE);
    Incident healed = done(LOSS, false);
    evidence.look(healed);
    evidence.look(healed);
    Incident forGood = done(new Fault.SlowCpu(10), false);
    Incident ended = done(new Fault.Kill(), true);

    evidence.lookAtAll();
    evidence.lookAtAll();

    assertThat(evidence.troubles()).hasSize(2);
    assertThat(evidence.troubles().get(1)).endsWith(forGood.what().words());
    assertThat(ended.what().words()).startsWith("killed");
  }

  @Test
  void isNotThatANodeWasFenced_whereNobodyHasASession() {
    sessions = false;
    fencedOfNone();
    assertThat(evidence.troubles()).as("pages without a session").isEmpty();

    sessions = true;
    fencedOfNone();
    assertThat(evidence.troubles()).singleElement().asString().contains("it was fenced of none");
  }

  /**
   * A node hung, its users were answered elsewhere, and it counts nothing that it was fenced of.
   */
  private void fencedOfNone() {
    evidence.before(List.of(cluster.nodes().get(0)));
    Incident hung = done(new Fault.Pause(), true);
    hung.over(List.of(new Recovery(1, true, true, true, true, true, 1, 1)), 0);
    evidence.lookAtAll();
  }

  private Incident done(Fault fault, boolean viewChanges) {
    BitSet away = new BitSet();
    away.set(0, viewChanges);
    Incident.What what =
        new Incident.What(
            fault.words() + " node-1",
            fault.key(),
            List.of(cluster.nodes().get(0)),
            away,
            0,
            Set.of(),
            List.of(),
            true,
            viewChanges ? FaultEffects.ViewChange.DUE : FaultEffects.ViewChange.NONE,
            false,
            Duration.ofSeconds(1));
    Incident incident = new Incident(what, System.nanoTime(), List.of());
    evidence.done(incident, fault);
    return incident;
  }
}
