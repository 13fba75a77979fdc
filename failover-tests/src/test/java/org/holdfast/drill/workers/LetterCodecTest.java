// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.holdfast.drill.Seeds;
import org.holdfast.drill.crowd.CrowdFigures;
import org.holdfast.drill.crowd.CrowdPlan;
import org.holdfast.drill.crowd.CrowdShare;
import org.holdfast.drill.crowd.CrowdTally;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.crowd.ThinkFrom;
import org.holdfast.drill.load.FailureKind;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.load.ThinkTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written comes back without loss; whatever else comes in is refused. */
class LetterCodecTest {
  private static final DriverFigures FIGURES =
      new DriverFigures(
          "w",
          "m",
          0.4,
          new CrowdFigures(
              "steady",
              0,
              12_345,
              histogram(3, 1, 1_000, 599_999_999),
              histogram(3, 2, 2, 2),
              histogram(2),
              0.1,
              0.5,
              2,
              3.25,
              4,
              4.5,
              5,
              6,
              Map.of(FailureKind.REFUSED, 7L, FailureKind.TIMED_OUT, 1L),
              8,
              9,
              new CrowdFigures.Sessions(10, 11, 12, 13, "SESSION"),
              "no port",
              "status 404"),
          new CrowdTally(13, 14, 15, 16, 17, 18, 19, 20, 21, new CrowdTally.UnderWay(22, 23, 24)),
          19,
          20,
          21,
          22,
          23,
          24,
          25,
          26);

  static Stream<Letter> letters() {
    return Stream.of(
        new Letter.Invite(1, "0.1", "run"),
        new Letter.Hello(1, "0.1", "run", "w"),
        new Letter.Refusal("no \u00e4 \"quoted\""),
        new Letter.Body("AAAA"),
        PlanLetter.of(7, plan(), new CrowdShare(1, 3), List.of(target())),
        new Letter.Ask(8, Letter.Step.ENTER, "steady", 0.25),
        FiguresLetter.of(9, FIGURES),
        new Letter.Trouble(10, "why"),
        new Letter.Farewell(null));
  }

  @ParameterizedTest
  @MethodSource("letters")
  void readsWhatItWrote(Letter letter) throws IOException {
    byte[] bytes = LetterCodec.write(letter);

    assertThat(LetterCodec.read(bytes, 0, bytes.length)).isEqualTo(letter);
  }

  @Test
  void tellsFiguresWithoutLoss() throws IOException {
    byte[] bytes = LetterCodec.write(FiguresLetter.of(9, FIGURES));
    Letter letter = LetterCodec.read(bytes, 0, bytes.length);

    assertThat(FiguresLetter.read("w", (Letter.Figures) letter)).isEqualTo(FIGURES);
  }

  @Test
  void refusesFiguresThatNameNoOtherCookie_notEvenNone() throws IOException {
    byte[] sound = LetterCodec.write(FiguresLetter.of(9, FIGURES));
    JsonNode json = new ObjectMapper().readTree(sound);
    ((ObjectNode) json.path("sessions")).putNull("otherCookie");
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    Letter letter = LetterCodec.read(bytes, 0, bytes.length);

    assertThatThrownBy(() -> FiguresLetter.read("w", (Letter.Figures) letter))
        .isInstanceOf(IOException.class)
        .hasMessage("figures of w of which a part is null");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesFiguresOfAMachineThatCannotBe(double cores) throws IOException {
    byte[] sound = LetterCodec.write(FiguresLetter.of(9, FIGURES));
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(sound);
    byte[] bytes = json.put("cores", cores).toString().getBytes(StandardCharsets.UTF_8);
    Letter letter = LetterCodec.read(bytes, 0, bytes.length);

    assertThatThrownBy(() -> FiguresLetter.read("w", (Letter.Figures) letter))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("with " + cores + " cores");
  }

  @Test
  void tellsAPlanWithoutLoss_andEachWorkerItsShare() throws IOException {
    Letter.Plan letter = PlanLetter.of(7, plan(), new CrowdShare(1, 3), List.of(target()));
    byte[] body = new byte[0];
    for (Letter part : PlanLetter.bodies(plan())) {
      byte[] more = Base64.getDecoder().decode(((Letter.Body) part).part());
      body = ByteBuffer.allocate(body.length + more.length).put(body).put(more).array();
    }

    CrowdPlan told = PlanLetter.plan(letter, body);

    assertThat(told.pages().get(1).body().bytes()).isEqualTo(plan().pages().get(1).body().bytes());
    assertThat(told).usingRecursiveComparison().isEqualTo(plan().sharedAs(new CrowdShare(1, 3)));
    assertThat(PlanLetter.targets(letter, false)).containsExactly(target());
  }

  @Test
  void refusesHostsThatAreNotLoopback_unlessAllowed() throws IOException {
    Target elsewhere = new Target("a", new InetSocketAddress("192.0.2.1", 80));
    Letter.Plan letter = PlanLetter.of(7, plan(), CrowdShare.WHOLE, List.of(elsewhere));

    assertThat(PlanLetter.targets(letter, true)).containsExactly(elsewhere);
    assertThatThrownBy(() -> PlanLetter.targets(letter, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("192.0.2.1 is not this machine's loopback")
        .hasMessageContaining("--allow-remote");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "7",
        "[]",
        "{}",
        "null",
        "{\"type\":\"novel\"}",
        "{\"type\":\"java.util.HashMap\"}",
        "{\"type\":[\"java.util.HashMap\",{}]}",
        "{\"type\":\"refusal\"}",
        "{\"type\":\"refusal\",\"reason\":\"a\",\"more\":1}",
        "{\"type\":\"refusal\",\"reason\":\"a\"} trailing",
        "{\"type\":\"refusal\",\"reason\":\"a\",\"@class\":\"java.io.File\"}",
        "{\"type\":\"trouble\",\"question\":null,\"reason\":\"a\"}",
        "{\"type\":\"ask\",\"question\":1,\"step\":\"FLY\",\"text\":\"\",\"number\":0}"
      })
  void refusesWhatIsNoLetter(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> LetterCodec.read(bytes, 0, bytes.length))
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesALetterThatIsTooLong_inBothDirections() {
    Letter letter = new Letter.Refusal("x".repeat(LetterCodec.MAX_BYTES));
    byte[] bytes = new byte[LetterCodec.MAX_BYTES + 1];
    Arrays.fill(bytes, (byte) ' ');

    assertThatThrownBy(() -> LetterCodec.write(letter)).hasMessageContaining("at most 200000");
    assertThatThrownBy(() -> LetterCodec.read(bytes, 0, bytes.length))
        .hasMessageContaining("has 200001 bytes, at most 200000");
  }

  @Test
  void refusesAHistogramThatWouldTakeMoreRoomThanOurs() {
    for (Histogram odd :
        List.of(
            new Histogram(1, TimeUnit.MINUTES.toMicros(11), 3),
            new Histogram(1, 1_000, 4),
            new Histogram(2, 1_000, 3))) {
      String text = LetterCodec.text(odd);

      assertThatThrownBy(() -> LetterCodec.histogram(text))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("range of ours");
    }
  }

  @Test
  void refusesOrReadsButNeverFailsOtherwise_whateverComes() throws IOException {
    long seed = Seeds.one();
    Random random = new Random(seed);
    byte[] sound = LetterCodec.write(FiguresLetter.of(9, FIGURES));
    int refusals = 0;
    for (int round = 0; round < 1_000; round++) {
      byte[] bytes = sound.clone();
      for (int hit = random.nextInt(4); hit >= 0; hit--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(128);
      }
      try {
        Letter letter = LetterCodec.read(bytes, 0, bytes.length);
        if (letter instanceof Letter.Figures figures) {
          DriverFigures unused = FiguresLetter.read("w", figures);
        }
      } catch (IOException refused) {
        refusals++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(refusals).as("seed %d", seed).isPositive();
  }

  private static CrowdPlan plan() {
    byte[] body = new byte[250_001];
    new Random(1).nextBytes(body);
    return new CrowdPlan(
        101,
        List.of(
            new Page("/a?b=c", RequestBody.NONE, 3),
            new Page("/d", RequestBody.of("text/plain", body), 1, "here")),
        new ThinkTime(ThinkTime.Distribution.UNIFORM, Duration.ofMillis(1_234)),
        ThinkFrom.CYCLE,
        99,
        Duration.ofSeconds(5),
        Duration.ofMillis(20),
        "SID",
        -3);
  }

  private static Target target() {
    return new Target("one", new InetSocketAddress("127.0.0.1", 81));
  }

  private static Histogram histogram(int digits, long... values) {
    Histogram histogram = new Histogram(1, TimeUnit.MINUTES.toMicros(10), digits);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }
}
