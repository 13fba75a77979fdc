// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.ScriptedServer;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.replication.membership.jgroups.ProtocolStack;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coordinator and workers that share a process, but talk over the group as always. */
@Timeout(60)
class WorkerCrewIT {
  private static final String VERSION = "holdfast 1";
  private static final Duration SOON = Duration.ofSeconds(20);

  /** A worker that will be refused needs time to come, too. */
  private static final Duration GATHERING = Duration.ofSeconds(10);

  private static final Executor THREADS = task -> new Thread(task, "worker-under-test").start();

  private final GroupPlace place = WorkerCrew.loopback();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (int last = opened.size() - 1; last >= 0; last--) {
      opened.get(last).close();
    }
  }

  @Test
  void drivesOneStageAfterTheOther_andLetsWorkersGoInTheEnd() throws Exception {
    ScriptedServer server = server();
    CompletableFuture<Void> a = worker("a", VERSION);
    CompletableFuture<Void> b = worker("b", VERSION);
    WorkerCrew crew = crew(2);
    long answered = 0;
    for (int stage = 0; stage < 2; stage++) {
      try (Drivers drivers = crew.begin(plan(RequestBody.NONE), List.of(server.target("s")))) {
        assertThat(drivers.asked()).isEqualTo(2);
        drivers.start(Duration.ZERO);
        await().atMost(SOON).until(() -> DriverFigures.tallyOf(drivers.look()).answers() > 20);
        assertThat(DriverFigures.tallyOf(drivers.enter("second")).users()).isEqualTo(7);
        drivers.leave(1);
        await().atMost(SOON).until(() -> DriverFigures.tallyOf(drivers.look()).open() == 0);
        List<DriverFigures> last = drivers.look();
        assertThat(last).extracting(DriverFigures::name).containsExactlyInAnyOrder("a", "b");
        assertThat(DriverFigures.phaseOf(last).name()).isEqualTo("second");
        answered += last.stream().mapToLong(DriverFigures::answersOfRun).sum();
        assertThat(drivers.lost()).isEmpty();
      }
    }
    crew.close();

    assertThat(answered).isEqualTo(server.requests());
    a.get(10, TimeUnit.SECONDS);
    b.get(10, TimeUnit.SECONDS);
  }

  @Test
  void givesWorkersTheBodyToPost() throws Exception {
    ScriptedServer server = server();
    CompletableFuture<Void> unused = worker("a", VERSION);
    byte[] body = new byte[RequestBody.MAX_BYTES];
    try (Drivers drivers =
        crew(1).begin(plan(RequestBody.of("text/plain", body)), List.of(server.target("s")))) {
      drivers.start(Duration.ZERO);
      await().atMost(SOON).until(() -> DriverFigures.tallyOf(drivers.look()).answers() > 3);
      drivers.leave(1);
      await().atMost(SOON).until(() -> DriverFigures.tallyOf(drivers.look()).open() == 0);
    }

    assertThat(server.bodyBytes()).isEqualTo(body.length * server.requests());
  }

  @Test
  void refusesAWorkerOfAnotherVersion_andTellsBothWhy() throws Exception {
    CompletableFuture<Void> old = worker("old", "holdfast 0");

    assertThatThrownBy(() -> crew(1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0 of 1 workers came within 10 s")
        .hasMessageContaining("old, as it has version holdfast 0, the coordinator holdfast 1");
    assertThatThrownBy(() -> old.get(10, TimeUnit.SECONDS))
        .hasMessageContaining(
            "refused by the coordinator: it has version holdfast 0, the coordinator holdfast 1");
  }

  @Test
  void refusesASecondWorkerOfTheSameName() throws Exception {
    CompletableFuture<Void> one = worker("a", VERSION);
    CompletableFuture<Void> two = worker("a", VERSION);

    assertThatThrownBy(() -> crew(2)).hasMessageContaining("1 of 2 workers came");
    // The one that was taken ends with the coordinator.
    assertThat(Stream.of(one, two).map(each -> each.handle((ended, failure) -> failure)))
        .anySatisfy(
            each ->
                assertThat(each.get(10, TimeUnit.SECONDS))
                    .hasMessageContaining("there is a worker of this name already"));
  }

  @Test
  void takesAStrangerThatIsCalledLikeAStartedOne_besideIt() throws Exception {
    CompletableFuture<Void> unused = worker("worker-1", WorkerCrew.version());
    WorkerCrew crew = WorkerCrew.open(place, 1, 1, Duration.ofSeconds(30), 9, false, said::add);
    opened.add(crew);

    assertThat(said).contains("worker worker-1 is there");
    assertThat(said)
        .anyMatch(line -> line.matches("worker worker-1-\\w{8} is there as process .*"));
    assertThat(crew.size()).isEqualTo(2);
  }

  @Test
  void sendsNothingToOtherMachines_whenTheWorkerWasNotAllowedTo() throws Exception {
    CompletableFuture<Void> unused = worker("a", VERSION);
    Target elsewhere = new Target("x", new InetSocketAddress("192.0.2.1", 80));
    WorkerCrew crew = crew(1);

    assertThatThrownBy(() -> crew.begin(plan(RequestBody.NONE), List.of(elsewhere)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not all workers can begin: a was lost")
        .hasMessageContaining("192.0.2.1 is not this machine's loopback");
  }

  @Test
  void endsWorkers_whenTheCoordinatorIsGone() throws Exception {
    CompletableFuture<Void> a = worker("a", VERSION);
    Watching watching = new Watching();
    Group coordinator = Group.join(place, "coordinator", watching);
    await().atMost(SOON).until(() -> watching.members.size() == 2);
    for (Address member : watching.members) {
      if (!member.equals(coordinator.self())) {
        coordinator.send(member, new Letter.Invite(WorkerCrew.FORMAT, VERSION, "r"));
      }
    }
    await().atMost(SOON).until(() -> said.toString().contains("works for the coordinator"));

    coordinator.close();

    assertThatThrownBy(() -> a.get(10, TimeUnit.SECONDS))
        .hasMessageContaining("the coordinator is gone");
  }

  @Test
  void endsAWorker_whenNoCoordinatorComes() {
    assertThatThrownBy(
            () -> new Worker("a", VERSION, false, said::add).run(own(), Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no coordinator came to group")
        .hasMessageContaining("within 1 s");
  }

  @Test
  void worksOn_whenAStrangerInTheGroupSendsWhatIsNoLetter_orClaimsToBeTheCoordinator()
      throws Exception {
    ScriptedServer server = server();
    CompletableFuture<Void> unused = worker("a", VERSION);
    WorkerCrew crew = crew(1);
    JChannel stranger =
        ProtocolStack.open(own().settings(), own().streams(), Duration.ofSeconds(1));
    opened.add(stranger);
    stranger.connect("holdfast/" + place.settings().cluster());
    await().atMost(SOON).until(() -> stranger.getView().size() == 3);
    try (Drivers drivers = crew.begin(plan(RequestBody.NONE), List.of(server.target("s")))) {
      drivers.start(Duration.ZERO);
      for (Message message :
          List.of(
              new BytesMessage(null, new byte[1_000]),
              new ObjectMessage(null, "text"),
              new BytesMessage(null, bytes(new Letter.Farewell(null))),
              new BytesMessage(null, bytes(new Letter.Ask(0, Letter.Step.DROP, "", 0))),
              new BytesMessage(null, bytes(new Letter.Invite(1, VERSION, "mine"))),
              new BytesMessage(null, bytes(new Letter.Trouble(2, "no"))),
              new BytesMessage(null, "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8)))) {
        stranger.send(message);
      }
      long before = DriverFigures.tallyOf(drivers.look()).answers();
      await()
          .atMost(SOON)
          .until(() -> DriverFigures.tallyOf(drivers.look()).answers() > before + 20);

      assertThat(drivers.lost()).isEmpty();
    }
  }

  /** Hears who is there, and nothing else. */
  private static final class Watching implements Group.Listener {
    volatile List<Address> members = List.of();

    @Override
    public void onMembers(List<Address> now) {
      members = now;
    }

    @Override
    public void onLetter(Address from, Letter letter) {}
  }

  /** The same group, but on any port. */
  private GroupPlace own() {
    return new GroupPlace(place.group(), place.discovery(), place.bindHost(), 0);
  }

  private CompletableFuture<Void> worker(String name, String version) {
    Worker worker = new Worker(name, version, false, line -> said.add(name + " " + line));
    return CompletableFuture.runAsync(
        () -> {
          try {
            worker.run(own(), Duration.ofSeconds(30));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        },
        THREADS);
  }

  private WorkerCrew crew(int awaited) throws Exception {
    WorkerCrew crew =
        WorkerCrew.open(place, VERSION, 0, awaited, GATHERING, SOON, 9, false, said::add);
    opened.add(crew);
    return crew;
  }

  private ScriptedServer server() throws Exception {
    ScriptedServer server =
        new ScriptedServer((request, cookie, socket) -> ScriptedServer.answer(socket, 1, ""));
    opened.add(server);
    return server;
  }

  private static byte[] bytes(Letter letter) throws IOException {
    return LetterCodec.write(letter);
  }

  private static CrowdPlan plan(RequestBody body) {
    return new CrowdPlan(
        7,
        List.of(new Page("/counter", body, 1)),
        new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(20)),
        ThinkFrom.RESPONSE,
        0,
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        "JSESSIONID",
        1);
  }
}
