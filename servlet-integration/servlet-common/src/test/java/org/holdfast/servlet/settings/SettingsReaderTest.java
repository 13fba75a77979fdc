// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.holdfast.replication.config.AckMode;
import org.holdfast.replication.config.ApplicationConfig;
import org.holdfast.replication.config.NodeConfig;
import org.holdfast.replication.config.PartitionPolicy;
import org.holdfast.replication.config.Secret;
import org.holdfast.replication.config.Security;
import org.holdfast.replication.config.TlsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
  @Test
  void givesTheDefaults_whenNothingIsSet() {
    Settings settings = read();

    assertThat(settings.node("n")).isEqualTo(NodeConfig.builder("n").build());
    ClassLoader loader = getClass().getClassLoader();
    assertThat(settings.application("shop", loader))
        .isEqualTo(ApplicationConfig.of("shop", loader));
    assertThat(settings.exposeProtection()).isFalse();
    assertThat(settings.enabled(true)).isTrue();
    assertThat(settings.enabled(false)).isFalse();
  }

  @Test
  void takesASettingFromEachSource_asItIsWrittenThere() {
    Settings settings =
        read(
            properties("holdfast.cluster", "shop", "user.home", "/"),
            SettingsSource.environment(Map.of("HOLDFAST_ACK_TIMEOUT_MILLIS", "70", "PATH", "/bin")),
            own("partition", "Consistent", "holdfast.expectedNodes", " 3 "),
            prefixed("holdfast.ack-mode", "async", "javax.faces.STATE", "x"));

    NodeConfig node = settings.node("n");
    assertThat(node.cluster()).isEqualTo("shop");
    assertThat(node.ackTimeout()).isEqualTo(Duration.ofMillis(70));
    assertThat(node.partition()).isEqualTo(PartitionPolicy.CONSISTENT);
    assertThat(node.expectedNodes()).isEqualTo(3);
    assertThat(settings.application("a", getClass().getClassLoader()).ackMode())
        .isEqualTo(AckMode.ASYNC);
  }

  @Test
  void takesEachSetting_asEachPlaceWritesIt() {
    for (String name : Settings.NAMES) {
      for (SettingsSource source :
          List.of(
              properties("holdfast." + name, "1"),
              SettingsSource.environment(
                  Map.of(SettingsSource.environment(Map.of()).written(name), "1")),
              own(name, "1"),
              prefixed("holdfast." + name, "1"))) {
        assertThat(read(source).get(name)).as(source.toString()).isEqualTo("1");
      }
    }
  }

  @Test
  void believesTheFirstSource_whenSeveralSayDifferentThings() {
    Settings settings =
        read(
            properties("holdfast.zone", "a"),
            own("zone", "b", "cluster", "c"),
            own("cluster", "d"));

    assertThat(settings.node("n").zone()).isEqualTo("a");
    assertThat(settings.node("n").cluster()).isEqualTo("c");
  }

  @Test
  void namesTheNearestSetting_whenANameIsUnknown() {
    assertRefused(
        "system property holdfast.ackTimeout is not a setting of Holdfast; the nearest is"
            + " holdfast.ackTimeoutMillis",
        properties("holdfast.ackTimeout", "70"));
    assertRefused(
        "environment variable HOLDFAST_SECONDARYS is not a setting of Holdfast; the nearest is"
            + " HOLDFAST_SECONDARIES",
        SettingsSource.environment(Map.of("HOLDFAST_SECONDARYS", "2")));
    assertRefused(
        "environment variable HOLDFAST_BIND_HOSTS is not a setting of Holdfast; the nearest is"
            + " HOLDFAST_BIND_HOST",
        SettingsSource.environment(Map.of("HOLDFAST_BIND_HOSTS", "x")));
    assertRefused(
        "init parameter clster is not a setting of Holdfast; the nearest is cluster",
        own("clster", "x"));
  }

  @Test
  void takesNoSettingsFromWhatKubernetesSets_forServicesOfThatName() {
    Map<String, String> variables =
        Map.of(
            "HOLDFAST_SERVICE_HOST", "10.0.0.11",
            "HOLDFAST_SERVICE_PORT", "80",
            "HOLDFAST_SERVICE_PORT_HTTP", "80",
            "HOLDFAST_PORT", "tcp://10.0.0.11:80",
            "HOLDFAST_PORT_80_TCP", "tcp://10.0.0.11:80",
            "HOLDFAST_PORT_80_TCP_ADDR", "10.0.0.11",
            "HOLDFAST_WEB_SERVICE_HOST", "10.0.0.12",
            "HOLDFAST_WEB_PORT", "udp://10.0.0.12:90",
            // The environment variables of a Service holdfast-replication.
            "HOLDFAST_REPLICATION_PORT", "tcp://10.0.0.13:7900",
            "HOLDFAST_MEMBERSHIP_PORT", "7801");

    Settings settings = read(SettingsSource.environment(variables));

    assertThat(settings.node("n")).isEqualTo(NodeConfig.builder("n").membershipPort(7801).build());
  }

  @Test
  void refusesWhatOnlyLooksLikeAService() {
    assertRefused(
        "environment variable HOLDFAST_PORT is not a setting of Holdfast; the nearest is"
            + " HOLDFAST_REPLICATION_PORT",
        SettingsSource.environment(Map.of("HOLDFAST_PORT", "7800")));
  }

  @Test
  void takesDottedAndHyphenatedNames() {
    assertThat(read(properties("holdfast.ack.timeout.millis", "70")).get("ackTimeoutMillis"))
        .isEqualTo("70");
    assertThat(read(properties("holdfast.ack-timeout-millis", "70")).get("ackTimeoutMillis"))
        .isEqualTo("70");
  }

  @Test
  void refusesASettingThatOneSourceHasTwice() {
    assertRefused(
        "zone is set twice: by init parameter ZONE and by init parameter zone",
        own("zone", "a", "ZONE", "b"));
  }

  @Test
  void saysWhereAnImpossibleValueIsWritten() {
    assertThatThrownBy(() -> read(properties("holdfast.secondaries", "many")).node("n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "secondaries must be a whole number, was \"many\" (system property"
                + " holdfast.secondaries)");
    assertThatThrownBy(() -> read(own("ackTimeoutMillis", "0")).node("n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ackTimeout must be between 1 ms and 30 s, was 0 s (init parameter ackTimeoutMillis)");
    assertThatThrownBy(() -> read(own("enabled", "yes")).enabled(true))
        .hasMessage("enabled must be \"true\" or \"false\", was \"yes\" (init parameter enabled)");
    assertThatThrownBy(
            () -> read(own("codec", "xml")).application("a", getClass().getClassLoader()))
        .hasMessageStartingWith("codec must be one of \"kryo\", \"jdk\", was \"xml\" (init");
  }

  @Test
  void refusesToBeSwitchedOff_whereThatWouldDoNothing() {
    read(own("enabled", "true")).requireEnabled("leave it out");
    read().requireEnabled("leave it out");

    assertThatThrownBy(() -> read(own("enabled", "false")).requireEnabled("leave it out"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("enabled must be \"true\" here: leave it out (init parameter enabled)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sessionIdSecret", "acceptedSessionIdSecret"})
  void saysWhereASecretIsWritten_andNeverShowsIt(String name) {
    assertThatThrownBy(() -> read(own(name, "short-secret")).node("n"))
        .hasMessageStartingWith(name)
        .hasMessageEndingWith("(init parameter " + name + ")")
        .hasMessageNotContaining("short-secret");
    assertThat(read(own(name, "one of 16 characters")).node("n"))
        .isNotEqualTo(read().node("n"))
        .asString()
        .contains(name + "=(set)")
        .doesNotContain("one of 16");
  }

  @Test
  void takesTheKeysOfANode() {
    NodeConfig node =
        read(own(
                "keyStore", "/keys/a.p12",
                "trustStore", "/keys/b.pem",
                "peerNames", "shop-.*",
                "security", "migrate"))
            .node("n");

    assertThat(node.security()).isEqualTo(Security.MIGRATE);
    assertThat(node.tls())
        .isEqualTo(
            new TlsConfig("/keys/a.p12", Secret.NONE, "/keys/b.pem", Secret.NONE, "shop-.*"));
  }

  @Test
  void namesKeyFilesInFull_fromTheWorkingDirectoryOrTheOneOfTheServer() {
    SettingsSource source = own("keyStore", "etc/a.p12");

    assertThat(read(source).node("n").tls().keyStore())
        .isEqualTo(Path.of("etc/a.p12").toAbsolutePath().toString());
    for (String none : List.of("", " ")) {
      assertThat(SettingsReader.of(List.of(source)).relativeTo(none).read().node("n"))
          .isEqualTo(read(source).node("n"));
    }
    Settings ofServer = SettingsReader.of(List.of(source)).relativeTo("/srv/base").read();
    assertThat(ofServer.node("n").tls().keyStore()).isEqualTo("/srv/base/etc/a.p12");
  }

  @Test
  void demandsTls_onlyWithAKey() {
    assertThat(read(own("keyStore", "a.p12")).node("n").security()).isEqualTo(Security.TLS);
    assertThat(read().node("n").security()).isEqualTo(Security.LOOPBACK);
    assertThat(read(own("security", "None")).node("n").security()).isEqualTo(Security.NONE);
    assertThatThrownBy(() -> read(own("security", "tls")).node("n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs keyStore")
        .hasMessageEndingWith("(init parameter security)");
    assertThatThrownBy(() -> read(own("security", "ssl")).node("n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "security must be one of \"loopback\", \"tls\", \"migrate\", \"none\", was \"ssl\""
                + " (init parameter security)");
  }

  private static void assertRefused(String message, SettingsSource source) {
    assertThatThrownBy(() -> read(source))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static Settings read(SettingsSource... sources) {
    return SettingsReader.of(List.of(sources)).read();
  }

  private static SettingsSource properties(String... pairs) {
    Properties properties = new Properties();
    properties.putAll(map(pairs));
    return SettingsSource.systemProperties(properties);
  }

  private static SettingsSource own(String... pairs) {
    Map<String, String> map = map(pairs);
    return SettingsSource.own("init parameter", map.keySet(), map::get);
  }

  private static SettingsSource prefixed(String... pairs) {
    Map<String, String> map = map(pairs);
    return SettingsSource.prefixed("context parameter", map.keySet(), map::get);
  }

  private static Map<String, String> map(String... pairs) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
