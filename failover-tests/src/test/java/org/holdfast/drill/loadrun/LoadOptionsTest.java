// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.holdfast.drill.crowd.Page;
import org.holdfast.drill.load.RequestBody;
import org.holdfast.drill.load.Target;
import org.holdfast.drill.stage.Bound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the words of the command line; what is refused is in {@code HoldfastTest}. */
class LoadOptionsTest {

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080/a, /a, 1",
    "http://localhost:8080/a=70, /a, 70",
    "http://localhost:8080, /, 1",
    "http://localhost:8080/a?b=3, /a?b=3, 1",
    "http://localhost:8080/a?b=3=70, /a?b=3, 70",
    "http://localhost:8080/a?b=3&c=4, /a?b=3&c=4, 1",
    "http://localhost:8080/a?b=3&c=4=5, /a?b=3&c=4, 5",
    "http://localhost:8080/a%20b=2, /a%20b, 2",
    "http://localhost:8080/a;v=5, /a;v=5, 1",
    "http://localhost:8080/a;v=5=7, /a;v=5, 7",
    "http://localhost:8080/a;v/b=5, /a;v/b, 5",
    "http://localhost:8080/a?b=1;c=5, /a?b=1;c=5, 1",
    "http://localhost:8080/{user}/a?c={user}=2, /{user}/a?c={user}, 2"
  })
  void readsTheWeightAfterAUrl_butNotTheValueOfItsLastParameter(
      String url, String path, int weight) {
    assertThat(mix(List.of(url), List.of()).pages())
        .containsExactly(new Page(path, RequestBody.NONE, weight));
  }

  @ParameterizedTest
  @CsvSource({"0.5", "-1", "+2", "1000000", "50%", "3.", ".5"})
  void refusesAWeightThatIsNoWholeNumber_butNotSuchAValueOfAParameter(String odd) {
    assertThatThrownBy(() -> mix(List.of("http://127.0.0.1/a=" + odd), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "a weight must be a whole number from 1 to 999999, was "
                + odd
                + " after http://127.0.0.1/a ");
    assertThatThrownBy(() -> mix(List.of("http://127.0.0.1/a?b=1=" + odd), List.of()))
        .hasMessageContaining("was " + odd + " after");
    if (!odd.endsWith("%")) {
      assertThat(mix(List.of("/a?b=" + odd, "/a%3D" + odd), List.of("127.0.0.1:1")).pages())
          .extracting(Page::target)
          .containsExactly("/a?b=" + odd, "/a%3D" + odd);
    }
  }

  @Test
  void asksTheHostOfTheUrls_whenNoTargetsAreGiven() {
    UrlMix mix = mix(List.of("http://127.0.0.1:81/a", "http://127.0.0.1:81/b"), List.of());

    assertThat(mix.targets()).extracting(Target::name).containsExactly("127.0.0.1:81");
    assertThat(mix.targets().get(0).address().getPort()).isEqualTo(81);
  }

  @Test
  void namesTargetsByTheirRoutes() {
    UrlMix mix = mix(List.of("/a=2", "/b"), List.of("node-1=127.0.0.1:81", "[::1]:82"));

    assertThat(mix.targets()).extracting(Target::name).containsExactly("node-1", "[::1]:82");
    assertThat(mix.pages()).extracting(Page::weight).containsExactly(2, 1);
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1", "a=b=127.0.0.1:1"})
  void refusesATargetThatIsNone(String target) {
    assertThatThrownBy(() -> mix(List.of("/"), List.of(target)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(target);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://127.0.0.1/a | HTTPS is not supported: a URL must be http://HOST:PORT/PATH, was https://127.0.0.1/a",
        "http://me:s3cret@127.0.0.1/a | a URL must not name a user or a password",
        "http://me:s3=cret@127.0.0.1/a=3 | was http://...@127.0.0.1/a",
        "https://me:s3cret@127.0.0.1/a | was https://...@127.0.0.1/a",
        "http://me:s3cret{@127.0.0.1/a | was http://...@127.0.0.1/a",
        "http://me:s3c#ret@127.0.0.1/a | was http://...@127.0.0.1/a",
        "http://me:s3c/ret@127.0.0.1/a | was http://...@127.0.0.1/a",
        "http://me:3#s3cret@127.0.0.1/a | a URL must have no fragment, which browsers do not send, was http://...@127.0.0.1/a",
        "http://127.0.0.1/a#s | no fragment, which browsers do not send, was http://127.0.0.1/a#s",
        "ftp://me:s3cret@127.0.0.1/a | was ftp://...@127.0.0.1/a",
      })
  void refusesUrlsThatWantMore_withoutTellingAPassword(String url, String words) {
    assertThatThrownBy(() -> mix(List.of(url), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words)
        .hasMessageNotContaining("cret");
  }

  @Test
  void tellsNoPasswordOfATarget() {
    assertThatThrownBy(() -> mix(List.of("/"), List.of("a=me:s3cret@127.0.0.1:1")))
        .hasMessageEndingWith("was ...@127.0.0.1:1");
  }

  @Test
  void refusesTheSameTargetTwice_andUrlsWithHostsBesideTargets() {
    assertThatThrownBy(() -> mix(List.of("/"), List.of("127.0.0.1:1", "127.0.0.1:1")))
        .hasMessageContaining("each node once");
    assertThatThrownBy(() -> mix(List.of("http://127.0.0.1/"), List.of("127.0.0.1:1")))
        .hasMessageContaining("URLs must be paths");
  }

  @Test
  void letsRemoteHostsPass_onlyWhenAllowed() {
    assertThat(UrlMix.parse(List.of("http://192.0.2.1/"), List.of(), RequestBody.NONE, true))
        .isNotNull();
    assertThatThrownBy(() -> mix(List.of("http://192.0.2.1/"), List.of()))
        .hasMessageContaining("--allow-remote");
  }

  @Test
  void readsStagesAndBounds() {
    assertThat(StageTimes.parse("-r", "0.5/60/5"))
        .isEqualTo(
            new StageTimes(Duration.ofMillis(500), Duration.ofSeconds(60), Duration.ofSeconds(5)));
    assertThat(BoundOption.parse("99.9:250", null, 1)).isEqualTo(new Bound(99.9, 250, 1));
    assertThat(BoundOption.parse("0.8s", null, 0)).isEqualTo(new Bound(90, 800, 0));
    assertThat(BoundOption.parse("800ms", 95.0, 0)).isEqualTo(new Bound(95, 800, 0));
    assertThatThrownBy(() -> BoundOption.parse("90:800", 99.0, 0))
        .hasMessage("--percentile is for a --bound that names none, was 99.0 with 90:800");
  }

  @Test
  void readsTheCountOfAServer() throws Exception {
    URI url = URI.create("http://127.0.0.1/count");

    assertThat(ServerCounter.read(url, "42\n")).isEqualTo(42);
    assertThat(ServerCounter.read(url, "{\"counters\":{\"requests\":7}}")).isEqualTo(7);
    for (String odd :
        List.of("", "many", "42 of 50", "4.5", "{}", "{\"counters\":{\"requests\":\"7\"}}")) {
      assertThatThrownBy(() -> ServerCounter.read(url, odd))
          .as(odd)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("must answer a whole number");
    }
  }

  private static UrlMix mix(List<String> urls, List<String> targets) {
    return UrlMix.parse(urls, targets, RequestBody.NONE, false);
  }
}
