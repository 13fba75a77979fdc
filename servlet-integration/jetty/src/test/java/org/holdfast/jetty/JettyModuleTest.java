// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.session.SessionHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.xml.XmlConfiguration;
import org.holdfast.servlet.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The module for Jetty's distribution. */
class JettyModuleTest {
  private static final Path XML = Path.of("../jetty/src/main/jetty-base/etc/holdfast.xml");
  private static final String COMMAND = "sun.java.command";
  private static final Pattern SETTING =
      Pattern.compile("<Arg>(\\w+)</Arg><Arg><Property name=\"([\\w.]+)\" default=\"\"/></Arg>");

  @TempDir private Path base;

  /** Jetty hands over only properties that its files name, and is silent about all others. */
  @Test
  void handsEverySettingOver_butTheOneThatMeansNothingHere() throws IOException {
    List<MatchResult> settings = SETTING.matcher(Files.readString(XML)).results().toList();
    List<String> expected = new ArrayList<>(Settings.NAMES);
    expected.remove("enabled");

    assertThat(settings).extracting(each -> each.group(1)).containsExactlyElementsOf(expected);
    assertThat(settings)
        .extracting(each -> each.group(2))
        .containsExactlyElementsOf(expected.stream().map(name -> "holdfast." + name).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start.d/holdfast.ini | holdfast.ackTimeout=500 | start.d/holdfast.ini holdfast.ackTimeout"
            + " is not a setting of Holdfast; the nearest is holdfast.ackTimeoutMillis",
        "start.ini | holdfast.secondary?=2 | start.ini holdfast.secondary is not a setting of"
            + " Holdfast; the nearest is holdfast.secondaries",
        "start.ini | holdfast.ack-timeout-millis=500 | start.ini holdfast.ack-timeout-millis must"
            + " be written holdfast.ackTimeoutMillis for Jetty",
        "start.ini | holdfast.enabled=false | enabled must be \"true\" here: to keep Jetty's own"
            + " sessions",
      })
  void endsTheStart_whenAFileOfTheBaseHasASettingThatJettyWouldIgnore(
      String file, String line, String message) throws Exception {
    write(file, line);

    assertThatThrownBy(this::configure).hasStackTraceContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "holdfast.ackTimeout=500 | command line holdfast.ackTimeout is not a setting of Holdfast;"
            + " the nearest is holdfast.ackTimeoutMillis",
        "holdfast.ack-timeout-millis=500 | command line holdfast.ack-timeout-millis must be written"
            + " holdfast.ackTimeoutMillis for Jetty",
        "holdfast.enabled=false | enabled must be \"true\" here: to keep Jetty's own sessions",
      })
  void endsTheStart_whenTheCommandLineHasASettingThatJettyWouldIgnore(
      String argument, String message) {
    assertThatThrownBy(
            () -> configure("start.jar jetty.http.port=8181 " + argument + " holdfast.cluster=a"))
        .hasStackTraceContaining(message);
  }

  @Test
  void starts_whenTheCommandLineHasKnownSettingsAndThoseOfOthers() throws Exception {
    Server server =
        configure("/opt/holdfast.x=1/start.jar jetty.http.port=8181 holdfast.secondaries=2");

    assertThat(server.getBean(HoldfastSessionCacheFactory.class)).isNotNull();
  }

  @Test
  void starts_whenTheFilesOfTheBaseHaveKnownSettingsAndThoseOfOthers() throws Exception {
    write("start.ini", "# holdfast.mistyped=1\n--module=holdfast\njetty.http.port=8181");
    write(
        "start.d/holdfast.ini",
        "holdfast.cluster=shop\nholdfast.enabled=true\nholdfast.ackTimeoutMillis ?= 500");

    assertThat(configure().getBean(HoldfastSessionCacheFactory.class)).isNotNull();
  }

  @Test
  void looksForFilesInTheBaseOfJetty() throws Exception {
    Server server = configure(Map.of("holdfast.sessionIdSecretFile", "etc/secret"));
    server.setHandler(new SessionHandler());
    try {
      assertThatThrownBy(server::start)
          .hasStackTraceContaining("was \"" + base.resolve("etc/secret") + "\": there is no such");
    } finally {
      server.stop();
    }
  }

  private void write(String file, String lines) throws IOException {
    Path path = base.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, lines);
  }

  /**
   * @param commandLine that this process seems to have
   */
  private Server configure(String commandLine) throws Exception {
    String own = System.getProperty(COMMAND);
    System.setProperty(COMMAND, commandLine);
    try {
      return configure();
    } finally {
      System.setProperty(COMMAND, own);
    }
  }

  private Server configure() throws Exception {
    return configure(Map.of());
  }

  private Server configure(Map<String, String> settings) throws Exception {
    Server server = new Server();
    XmlConfiguration xml =
        new XmlConfiguration(ResourceFactory.of(server).newResource(XML.toRealPath()));
    xml.getProperties().put("jetty.base", base.toString());
    xml.getProperties().putAll(settings);
    xml.configure(server);
    return server;
  }
}
