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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.holdfast.replication.membership.jgroups.ProtocolStack;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers and coordinators that are late, hang, are taken, or are of another build. */
@Timeout(60)
class OddWorkersIT {
  private static final String VERSION = "holdfast 1";
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Executor THREADS = task -> new Thread(task, "worker-under-test").start();

  private final GroupPlace place = WorkerCrew.loopback();

  /** For workers that do come. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (int last = opened.size() - 1; last >= 0; last--) {
      opened.get(last).close();
    }
  }

  /** A member that is written to and answers what the test wants. */
  private final class Member implements Group.Listener {
    final List<Letter> letters = new CopyOnWriteArrayList<>();
    volatile int members;
    private final CompletableFuture<Group> group = new CompletableFuture<>();
    private final Function<Letter, @Nullable Letter> answers;

    Member(String name, Function<Letter, @Nullable Letter> answers) throws IOException {
      this.answers = answers;
      group.complete(Group.join(own(), name, this));
      opened.add(group.join());
    }

    @Override
    public void onMembers(List<Address> now) {
      members = now.size();
    }

    @Override
    public void onLetter(Address from, Letter letter) {
      letters.add(letter);
      Letter answer = answers.apply(letter);
      if (answer != null) {
        send(from, answer);
      }
    }

    void send(Address to, Letter letter) {
      try {
        group.join().send(to, letter);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static @Nullable Letter hello(Letter letter, String name) {
    return letter instanceof Letter.Invite
        ? new Letter.Hello(WorkerCrew.FORMAT, VERSION, "run", name)
        : null;
  }

  @Test
  void tellsASecondCoordinatorWhyNobodyComes() throws Exception {
    CompletableFuture<Void> unused = worker("a");
    WorkerCrew first = crew(place, 1);

    assertThatThrownBy(() -> crew(own(), 1, Duration.ofSeconds(6)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("0 of 1 workers came within 6 s")
        .hasMessageContaining("refused: the crew itself, as a already works for another");
    assertThat(first.left()).hasSize(1);
  }

  @Test
  void letsALateWorkerGo_whenTheCrewIsComplete() throws Exception {
    CompletableFuture<Void> unused = worker("a");
    WorkerCrew crew = crew(place, 1);
    CompletableFuture<Void> late = worker("late");

    await()
        .atMost(SOON)
        .until(
            () -> {
              crew.enrolment().turnAwayTheLate();
              return late.isCompletedExceptionally();
            });

    assertThatThrownBy(late::get)
        .hasMessageContaining("refused by the coordinator: the crew is complete");
    assertThat(said).contains("worker late is refused, as the crew is complete");
  }

  @Test
  void tellsAHungWorkerThatItIsGivenUp_soThatItDoesNotDriveOn() throws Exception {
    CompletableFuture<WorkerCrew> gathered =
        CompletableFuture.supplyAsync(() -> awaited(1), THREADS);
    Member hung = new Member("hung", letter -> hello(letter, "hung"));
    WorkerCrew crew = gathered.get(20, TimeUnit.SECONDS);

    assertThatThrownBy(() -> crew.begin(plan(), List.of(target())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("hung was lost")
        .hasMessageContaining("it did not answer within 2 s");
    await()
        .atMost(SOON)
        .until(
            () ->
                hung.letters.contains(
                    new Letter.Farewell("given up: it did not answer within 2 s")));
  }

  @Test
  void readsTheLastLetterOfACoordinator_whenThatHasLeftBefore() throws Exception {
    CountDownLatch alone = new CountDownLatch(1);
    JChannel coordinator = coordinator(new CopyOnWriteArrayList<>());
    Worker slow = new Worker("slow", VERSION, false, line -> awaitIfHired(line, alone));
    CompletableFuture<Void> ended = run(slow);
    Member witness = new Member("witness", letter -> null);
    await().atMost(SOON).until(() -> coordinator.getView().size() == 3);

    for (Letter letter :
        List.of(new Letter.Invite(WorkerCrew.FORMAT, VERSION, "r"), new Letter.Farewell(null))) {
      coordinator.send(new BytesMessage(null, LetterCodec.write(letter)));
    }
    await().atMost(SOON).until(() -> witness.letters.size() == 2);
    coordinator.close();
    await().atMost(SOON).until(() -> witness.members == 2);
    alone.countDown();

    ended.get(20, TimeUnit.SECONDS);
  }

  private static void awaitIfHired(String line, CountDownLatch event) {
    try {
      if (line.startsWith("works for")) {
        assertThat(event.await(20, TimeUnit.SECONDS)).isTrue();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void saysWhatAWorkerCouldNotRead() throws Exception {
    CompletableFuture<WorkerCrew> gathered =
        CompletableFuture.supplyAsync(() -> awaited(1), THREADS);
    Member odd =
        new Member(
            "odd",
            letter ->
                letter instanceof Letter.Plan
                    ? new Letter.Trouble(Letter.ANY_QUESTION, "a letter plan cannot be read")
                    : hello(letter, "odd"));
    WorkerCrew crew = gathered.get(20, TimeUnit.SECONDS);

    assertThatThrownBy(() -> crew.begin(plan(), List.of(target())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("odd was lost")
        .hasMessageContaining("a letter plan cannot be read");
    assertThat(odd.letters).hasAtLeastOneElementOfType(Letter.Plan.class);
  }

  @Test
  void refusesAWorkerThatWritesOtherLetters() throws Exception {
    CompletableFuture<WorkerCrew> gathered =
        CompletableFuture.supplyAsync(() -> awaited(1, Duration.ofSeconds(10)), THREADS);
    Member old =
        new Member(
            "old",
            letter ->
                letter instanceof Letter.Invite
                    ? new Letter.Hello(WorkerCrew.FORMAT - 1, VERSION, "run", "old")
                    : null);

    assertThatThrownBy(() -> gathered.get(40, TimeUnit.SECONDS))
        .hasMessageContaining(
            "old, as it writes letters of format "
                + (WorkerCrew.FORMAT - 1)
                + ", the coordinator of "
                + WorkerCrew.FORMAT);
    assertThat(old.letters).hasAtLeastOneElementOfType(Letter.Refusal.class);
  }

  @Test
  void answersALetterThatItCannotRead_andEnds() throws Exception {
    List<Letter> letters = new CopyOnWriteArrayList<>();
    JChannel coordinator = coordinator(letters);
    CompletableFuture<Void> worker = worker("a");
    await().atMost(SOON).until(() -> coordinator.getView().size() == 2);
    byte[] invite = LetterCodec.write(new Letter.Invite(WorkerCrew.FORMAT, VERSION, "r"));
    coordinator.send(new BytesMessage(null, invite));
    coordinator.send(
        new BytesMessage(null, "{\"type\":\"plan\"}".getBytes(StandardCharsets.UTF_8)));

    assertThatThrownBy(() -> worker.get(20, TimeUnit.SECONDS))
        .hasMessageContaining("what the coordinator says cannot be read: a letter plan cannot");
    await()
        .atMost(SOON)
        .until(
            () ->
                letters.contains(
                    new Letter.Trouble(Letter.ANY_QUESTION, "a letter plan cannot be read")));
  }

  /** A bare member of the group, whose letters the test writes. */
  private JChannel coordinator(List<Letter> heard) throws Exception {
    JChannel coordinator =
        ProtocolStack.open(place.settings(), place.streams(), Duration.ofSeconds(1));
    opened.add(coordinator);
    coordinator.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            try {
              heard.add(
                  LetterCodec.read(message.getArray(), message.getOffset(), message.getLength()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
    coordinator.setDiscardOwnMessages(true);
    coordinator.connect("holdfast/" + place.settings().cluster());
    return coordinator;
  }

  /** The same group, but on any port. */
  private GroupPlace own() {
    return new GroupPlace(place.group(), place.discovery(), place.bindHost(), 0);
  }

  private CompletableFuture<Void> worker(String name) {
    return run(new Worker(name, VERSION, false, line -> said.add(name + " " + line)));
  }

  private CompletableFuture<Void> run(Worker worker) {
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

  private WorkerCrew awaited(int workers) {
    return awaited(workers, PATIENCE);
  }

  private WorkerCrew awaited(int workers, Duration patience) {
    try {
      return crew(place, workers, patience);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private WorkerCrew crew(GroupPlace where, int workers) throws IOException, InterruptedException {
    return crew(where, workers, PATIENCE);
  }

  private WorkerCrew crew(GroupPlace where, int workers, Duration patience)
      throws IOException, InterruptedException {
    WorkerCrew crew =
        WorkerCrew.open(
            where,
            VERSION,
            0,
            workers,
            patience,
            Duration.ofSeconds(2),
            Double.POSITIVE_INFINITY,
            false,
            said::add);
    opened.add(crew);
    return crew;
  }

  private static Target target() {
    return new Target("s", new InetSocketAddress("127.0.0.1", 9));
  }

  private static CrowdPlan plan() {
    return new CrowdPlan(
        7,
        List.of(new Page("/counter", RequestBody.NONE, 1)),
        new ThinkTime(ThinkTime.Distribution.FIXED, Duration.ofMillis(20)),
        ThinkFrom.RESPONSE,
        0,
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        "JSESSIONID",
        1);
  }
}
