// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** The headers that tell a drill the state that a response rests on. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class StateHeaderIT {
  private static final String HEADER = "X-Holdfast-State";
  private static final Pattern FORM =
      Pattern.compile("([1-9][0-9]*)/(node-[12])/[1-9][0-9]*/([1-9][0-9]*)");

  private static TomcatNode a;
  private static TomcatNode b;
  private static TomcatNode silent;

  private final Browser browser = new Browser();

  private record State(long counter, String member, long version) {}

  private static Application application() {
    return new Application()
        .page("/none", (q, r) -> r.getWriter().print("no session"))
        .page("/count", (q, r) -> r.getWriter().print(Application.increment(q)))
        .page("/read", (q, r) -> r.getWriter().print(q.getSession().getAttribute("count")))
        .page("/end", (q, r) -> q.getSession().invalidate());
  }

  @BeforeAll
  static void start() {
    TomcatNode.Builder cluster = TomcatNode.cluster(2);
    a = cluster.start(0, application());
    b = cluster.start(1, application());
    silent =
        TomcatNode.cluster(1)
            .with(manager -> manager.set("exposeProtection", "false"))
            .start(0, application());
  }

  @AfterAll
  static void stop() {
    silent.close();
    b.close();
    a.close();
  }

  private State get(TomcatNode node, String path) {
    HttpResponse<String> response = browser.get(node, path);
    assertThat(response.headers().firstValue("X-Holdfast-Protected")).contains("true");
    String state = response.headers().firstValue(HEADER).orElse("none");
    Matcher matcher = FORM.matcher(state);
    assertThat(matcher.matches()).as(state).isTrue();
    return new State(
        Long.parseLong(matcher.group(1)), matcher.group(2), Long.parseLong(matcher.group(3)));
  }

  @Test
  void growsWithEachChange_andStaysWithARead() {
    State first = get(a, "/count");
    State second = get(a, "/count");
    State read = get(a, "/read");

    assertThat(first.member()).isEqualTo("node-1");
    assertThat(second).isEqualTo(new State(first.counter(), first.member(), first.version() + 1));
    assertThat(read).isEqualTo(second);
  }

  @Test
  void tellsTheVersionThatCame_whenAnotherNodeOnlyReads() {
    State written = get(a, "/count");

    State read = get(b, "/read");

    assertThat(read.member()).isEqualTo("node-2");
    assertThat(read.counter()).isGreaterThan(written.counter());
    assertThat(read.version()).isEqualTo(written.version());
    assertThat(get(b, "/count").version()).isEqualTo(written.version() + 1);
  }

  @Test
  void tellsTheEndToo() {
    State written = get(a, "/count");

    assertThat(get(a, "/end").version()).isGreaterThan(written.version());
  }

  @Test
  void isNotThere_withoutASession_orWithoutTheSetting() {
    assertThat(browser.get(a, "/none").headers().firstValue(HEADER)).isEmpty();
    assertThat(browser.get(silent, "/count").headers().map().keySet())
        .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("x-holdfast"));
  }
}
