// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.holdfast.drill.cluster.ClusterSettings;
import org.holdfast.drill.cluster.ClusterStartException;
import org.holdfast.drill.cluster.Integration;
import org.holdfast.drill.cluster.ProcessSettings;
import org.holdfast.drill.cluster.ProcessUpgrade;
import org.holdfast.drill.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The command line up to where a cluster would start. */
class HoldfastTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<ClusterSettings> asked = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "drill --bogus                    | unknown option '--bogus'",
        "drill --user 3                   | unknown option '--user'; similar: --users",
        "drill --users                    | missing required parameter for option '--users' (N)",
        "drill --seconds -3               | --seconds must be between 2 and 86400, was -3",
        "drill 20                         | unknown verb '20'; the verbs are list",
        "drill --work-dir /dev/null/a     | no directory for the nodes' output",
        "node --http-port 65536           | --http-port must be 0 to 65535, was 65536",
        "node --partition perhaps         | --partition must be one of available, consistent, was",
        "node --expected-nodes 1001       | --expected-nodes must be 0 to 1000, was 1001",
        "node --colour red                | unknown option '--colour'",
        "drill --users many               | 'many' is not an int",
        "drill --nodes 1                  | nodes must be between 2 and 64, was 1",
        "drill --users 0                  | users must be between 1 and 20000, was 0",
        "drill --users 20001              | users must be between 1 and 20000, was 20001",
        "drill --secondaries 3            | secondaries must be between 1 and 2, was 3",
        "drill --minutes 0                | --minutes must be between 1 and 1440, was 0",
        "drill --minutes 3 --seconds 9    | --seconds and --minutes say the same: one of them only",
        "drill --scenario soak --minutes 1 | length must be above the end of the last step, 90 s",
        "drill --seconds 1                | --seconds must be between 2 and 86400, was 1",
        "drill --ack perhaps              | 'perhaps'",
        "drill --scope everything         | 'everything'",
        "drill --replication maybe        | 'maybe'",
        "drill --workload sleep           | 'sleep'",
        "drill --think-ms -1              | think time must be between 0 ms and 10 min, was -1 ms",
        "drill --failover-timeout 0       | failover timeout in ms must be between 1 and 600000",
        "drill --recovery-bound-ms 0      | recovery bound in ms must be between 1 and 600000",
        "drill --logins 26                | logins in percent must be between 0 and 25, was 26",
        "drill --logins -1                | logins in percent must be between 0 and 25, was -1",
        "drill --max-errors -1            | errors allowed must be between 0",
        "drill --warm-up-ms -1            | --warm-up-ms must be between 0 and 600000, was -1",
        "drill --keep-alive-ms -1         | --keep-alive-ms must be between 0 and 600000, was -1",
        "drill --engine steam             | 'steam'",
        "drill --scenario kil             | did you mean kill? 'holdfast drill list' names",
        "drill --scenario pause-long --seconds 5 | length must be above the end of the last step",
        "drill --scenario partition --nodes 2 | partition: consistent needs 3 nodes or more, was 2",
        "drill --scenario rolling-upgrade | scenario rolling-upgrade upgrades nodes, so it needs --upgrade-war,",
        "drill --scenario session-id-secret --workload clusterbench | scenario session-id-secret has users log in, which they cannot with workload clusterbench",
        "drill --scenario session-id-secret --parallel 2 | which they cannot with workload counter and --parallel 2",
        "drill --upgrade-jar a.jar        | need a scenario with a rolling-upgrade, such as",
        "drill --upgrade-war b.war --scenario rolling-upgrade | --upgrade-war needs --war: the version before",
        "drill --upgrade-image shop:2 --scenario rolling-upgrade | --upgrade-image needs --image: the version",
        "drill --targets a=127.0.0.1:1,b=127.0.0.1:2 --command kil=true | --command knows no \"kil\": did you mean kill?",
        "drill --targets a=127.0.0.1:1,b=127.0.0.1:2 --command un-pasue=true | did you mean un-pause?",
        "drill --targets 127.0.0.1:1,127.0.0.1:2 --admin 127.0.0.1:3,foo | --admin, which is read as targets are: a target must be",
        "drill --targets 127.0.0.1:1,127.0.0.1:2 --status-token-file /nowhere | --status-token-file must name a file with a secret in it, was",
        "drill --status-token-file a      | --status-token-file means nothing without --targets",
        "drill --upgrade-jar /dev/null --scenario rolling-upgrade | --upgrade-jar must be a holdfast.jar, was /dev/null",
        "drill --upgrade-jar a.jar --scenario rolling-upgrade --targets 127.0.0.1:1,127.0.0.1:2 | with --targets say --command",
        "drill --upgrade-jar a.jar --scenario rolling-upgrade --engine container --image shop:1 --url / | does not go with --image",
        "drill --war pom.xml --war-path shop --url /x | --war-path must be / or a path such as /shop",
        "drill --war pom.xml --war-path /demo --url /x --dry-run | --war-path must be / or a path such as",
        "drill --integration undertow     | 'undertow'",
        "drill --integration jetty --war pom.xml --url /x | --war goes with --integration tomcat only, was jetty",
        "drill --integration jetty --engine container --image shop:1 --url / | --integration means nothing with --image",
        "drill --integration jetty --targets a=127.0.0.1:1,b=127.0.0.1:2 | --integration means nothing with --targets",
        "node --integration undertow      | 'undertow'",
        "node --integration jetty --manager tomcat-delta | --integration jetty goes with --manager holdfast only",
        "node --integration filter --ends-sessions | --ends-sessions goes with --integration tomcat only",
        "drill --heap-mb 63    | --heap-mb must be between 64 and 65536, was 63",
        "drill --upgrade-image A!b --scenario rolling-upgrade --engine container --image shop:1 --url / | cannot be the name of an",
        "drill --json /nowhere/at/all.json| --json must name a file that can be written",
        "load                             | missing required parameter: 'URL[=WEIGHT]'",
        "load --users 0 http://127.0.0.1/ | --users must be between 1 and 19000, was 0",
        "load ftp://127.0.0.1/            | a URL must be http://HOST:PORT/PATH, with =WEIGHT after it",
        "load /counter                    | a URL without a host needs --targets, was /counter",
        "load http://192.0.2.1/           | host 192.0.2.1 is not this machine's loopback, and load hurts",
        "load --targets 192.0.2.1:80 /    | if the server is yours, say so with --allow-remote",
        "load --count-url http://192.0.2.1/ http://127.0.0.1/ | host 192.0.2.1 is not this machine's",
        "load -r 10/20 http://127.0.0.1/  | --stages must be UP/STEADY/DOWN in seconds, such as 10/60/5, was 10/20",
        "load -r 1/0/1 http://127.0.0.1/  | --stages must have a steady state of 1 to 86400 s",
        "load -t fast http://127.0.0.1/   | --bound must be PERCENTILE:MS or a time such as 800ms",
        "load -t 101:5 http://127.0.0.1/  | the percentile must be above 0 and at most 100, was 101",
        "load -t 90:0 http://127.0.0.1/   | the bound must be above 0 ms and at most 600000 ms, was 0",
        "load -W -1 http://127.0.0.1/     | think time must be between 0 ms and 10 min, was -1 ms",
        "load -p /nowhere http://127.0.0.1/ | --post must name a file that can be read, was /nowhere",
        "load -p /dev/zero http://127.0.0.1/ | --post must name a file of at most 1048576 bytes, /dev/zero has more",
        "load -p pom.xml --content-type a\u00e4b http://127.0.0.1/ | a content type must be printable ASCII in one line",
        "load http://127.0.0.1/a=0.5      | a weight must be a whole number from 1 to 999999, was 0.5 after http://127.0.0.1/a",
        "load --max-errors 101 http://127.0.0.1/ | errors allowed in percent must be between 0 and 100",
        "load --requests-per-second -1 http://127.0.0.1/ | --requests-per-second must be between 0 and",
        "load --json /nowhere/a.json http://127.0.0.1/ | --json must name a file that can be written",
        "load --timeout-ms 0 http://127.0.0.1/ | --timeout-ms must be between 1 and 600000, was 0",
        "load http://127.0.0.1/ http://127.0.0.1:81/ | the URLs name several servers",
        "load --requests-per-second 9 -W 5 http://127.0.0.1/ | --think-ms means nothing with --requests-per",
        "load --requests-per-second 9 --think-from cycle http://127.0.0.1/ | --think-from means nothing",
        "load --content-type a/b http://127.0.0.1/ | --content-type means nothing without --post",
        "capacity --nodes 0               | --nodes must be between 1 and 16, was 0",
        "capacity --nodes 1               | --nodes must be at least 2 with --manager holdfast",
        "capacity --manager redis         | --manager must be of holdfast, none, tomcat-backup, tomcat-delta, was",
        "capacity --compare none,none     | --compare must name each once, was none,none",
        "capacity --compare redis         | --compare must be of holdfast, none,",
        "capacity --workload sleep        | --workload must be one of hello-servlet, hello-bean-jsp",
        "capacity --cpu-cap 0             | --cpu-cap must be between 1 and 100, was 0",
        "capacity --survive 2             | --survive must be between 0 and 1, was 2",
        "capacity --think soon            | --think must be a time such as 1s or 500ms, was",
        "capacity --bound fast            | --bound must be PERCENTILE:MS or a time such as 800ms",
        "capacity --most-users 20000      | --most-users must be between 1 and 19000, was 20000",
        "capacity --users 9 --most-users 5| --users must be between 0 and 5, was 9",
        "capacity --targets 127.0.0.1:1 --survive 1 | --survive must be 0 with one node, of which none",
        "capacity --targets 127.0.0.1:1,127.0.0.1:2 --survive 1 | nobody can kill, was 1: add --command kill=",
        "capacity --targets 127.0.0.1:1,127.0.0.1:2 --survive 2 --command kill=a | must be between 0 and 1, was 2",
        "capacity --targets 127.0.0.1:1,127.0.0.1:2 --command kil=a | knows no \"kil\": did you mean kill?",
        "capacity --targets 127.0.0.1:1,127.0.0.1:2 --command pause=a | pause=... means nothing here, where kill and start",
        "capacity --targets 127.0.0.1:1,127.0.0.1:2 --command start=a | means nothing without --command kill=",
        "capacity --targets 192.0.2.1:80  | host 192.0.2.1 is not this machine's loopback",
        "capacity --targets 127.0.0.1:1 --pids 1,2 | --pids must name one for each of the 1 targets, was 2",
        "capacity --targets 127.0.0.1:1 --compare holdfast,none | they do not go with --targets",
        "capacity --pids 1                | --admin, --pids and --count-url go with --targets only",
        "capacity --count-url http://127.0.0.1/ | --admin, --pids and --count-url go with --targets only",
        "capacity --targets 127.0.0.1:1 --count-url http://192.0.2.1/ | host 192.0.2.1 is not this machine's",
        "capacity --node-counts 2,2       | --node-counts must name each once, was [2, 2]",
        "capacity --node-counts 2,17      | --node-counts must be between 1 and 16, was 17",
        "capacity --node-counts 1,2       | --node-counts must be at least 2 with --manager holdfast",
        "capacity --node-counts 2,3 --predict 8 | --predict needs three of --node-counts, was given with 2,3",
        "capacity --targets 127.0.0.1:1 --admin foo | foo",
        "capacity --targets 127.0.0.1:1 --status-token-file /nowhere | --status-token-file must name a file with a secret",
        "capacity --status-token-file a   | --status-token-file means nothing without --targets",
        "capacity --predict 0             | --predict must be between 1 and 10000000, was 0",
        "capacity --pin maybe             | --pin must be auto or off, was",
        "capacity --warm -1               | --warm must be between 0 and 3600, was -1",
        "capacity -r 10                   | --stages must be UP/STEADY/DOWN in seconds",
        "capacity --html /nowhere/a.html  | --html must name a file that can be written",
        "load --workers 0 http://127.0.0.1/ | --workers must be between 1 and 64, was 0",
        "load --workers 65 http://127.0.0.1/ | --workers must be between 1 and 64, was 65",
        "load --workers 3 -c 2 http://127.0.0.1/ | workers must be at most the 2 users they share, was 3",
        "load --workers 2 -c 38001 http://127.0.0.1/ | --users must be between 1 and 38000, was 38001",
        "load --await-workers 65 http://127.0.0.1/ | --await-workers must be between 0 and 64, was 65",
        "load --await-workers 1 --group a/b http://127.0.0.1/ | the name of a group must be 1 to 50",
        "load --await-workers 1 --group-port 0 http://127.0.0.1/ | --group-port must be between 1 and",
        "load --await-workers 1 --group-discovery x http://127.0.0.1/ | discovery must be local, static:",
        "load --commit a;b http://127.0.0.1/ | --commit must be 1 to 64 characters",
        "load-worker --name               | missing required parameter for option '--name' (NAME)",
        "load-worker --discovery nobody   | discovery must be local, static:HOST:PORT",
        "load-worker --discovery dns:a    | with dns: all processes of a group must listen on the same",
        "load-worker --bind-port 65536    | the port of a group must be 0 to 65535, was 65536",
        "load-worker --wait-seconds 0     | --wait-seconds must be between 1 and 86400, was 0",
        "load-worker 20                   | takes options only, was given '20'",
        "attributes                       | which JVM? Give --pid PID or --jmx HOST:PORT",
        "attributes --pid 0               | --pid must be the id of a process, was 0",
        "attributes --pid tomcat          | 'tomcat' is not a long",
        "attributes --jmx 9010            | --jmx must be HOST:PORT, was",
        "attributes --jmx host:65536      | --jmx must be HOST:PORT, was",
        "threads                          | which dump? Give FILE, --pid PID or --jmx HOST:PORT",
        "threads --pid -1                 | --pid must be the id of a process, was -1",
        "threads /nowhere/at/all.txt      | FILE must name a file that can be read, was \"/nowhere/at",
        "threads --pid 1 --name (http     | --name must be a regular expression, was \"(http\": ",
        "threads --colour red             | unknown option '--colour'",
        "keystore                         | --out is missing: only --from and --export together need none",
        "keystore --from a.p12            | --out is missing: only --from and --export together need none",
        "keystore --out /nowhere/a.p12    | --out must name a file that can be written",
        "keystore --out pom.xml           | --out must name a file that does not exist, since none is replaced, was pom.xml",
        "keystore --out a.p12 --export pom.xml | --export must name a file that does not exist",
        "keystore --out a.p12 --export ./a.p12 | --out and --export must be different files, were both",
        "keystore --out a.p12 --name a.b  | --name must be 1 to 64 characters of [A-Za-z0-9_-], was",
        "keystore --out a.p12 --days 0    | --days must be 1 to 3650, was 0",
        "keystore --out a.p12 --days 3651 | --days must be 1 to 3650, was 3651",
        "keystore --out a.p12 --from b.p12 --days 9 | --days means nothing with --from",
        "keystore --out a.p12 --from b.p12 | --password-file must have the password of b.p12, but there is no",
        "keystore --from b.p12 --export a.pem --trust c.pem | --trust means nothing without --out",
        "keystore --out a.p12 --password-file pom.xml | --password-file must name a file with a secret in it, was",
        "fly                              | unknown verb 'fly'; the verbs are node, drill, load, capacity, load-worker, check-upgrade, attributes, threads, keystore",
        "                                 | a verb is missing; the verbs are node, drill, load, capacity, load-worker, check-upgrade, attributes, threads, keystore"
      })
  void endsWithTwoAndSaysWhy_whenUsedWrongly(String line, String message) {
    assertThat(run(line == null ? new String[0] : line.trim().split(" +"))).isEqualTo(2);

    String verb = line == null || line.startsWith("fly") ? "" : " " + line.trim().split(" ")[0];
    assertThat(err.toString().lines()).hasSize(2);
    assertThat(err.toString().lines().toList().get(0))
        .startsWith("holdfast" + verb + ": ")
        .contains(message.trim());
    assertThat(err.toString().lines()).last().isEqualTo("try 'holdfast" + verb + " --help'");
    assertThat(out.toString()).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void endsWithThreeAndSaysWhy_whenTheClusterDoesNotStart(@TempDir Path directory) {
    assertThat(run("drill", "--work-dir", directory.toString())).isEqualTo(3);

    assertThat(err.toString())
        .isEqualTo(
            "holdfast drill: could not run: node-1 did not start: port 8080 is in use"
                + System.lineSeparator());
  }

  @Test
  void asksForTheClusterThatTheOptionsDescribe(@TempDir Path directory) {
    String line =
        "drill --nodes 4 --ack ASYNC --scope modified-session --secondaries 2 --work-dir ";

    assertThat(run((line + directory).split(" "))).isEqualTo(3);
    assertThat(run("drill", "--replication", "off", "--work-dir", directory.toString()))
        .isEqualTo(3);
    assertThat(run(("drill --integration jetty --work-dir " + directory).split(" "))).isEqualTo(3);

    assertThat(asked)
        .containsExactly(
            new ClusterSettings(4, "async", "MODIFIED_SESSION", 2, directory.toString()),
            new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 0, directory.toString()),
            new ClusterSettings(3, "sync", "MODIFIED_ATTRIBUTE", 1, directory.toString())
                .withIntegration(Integration.JETTY));
  }

  @Test
  void describesEveryOption_whenAskedForHelp() {
    assertThat(run("drill", "--help")).isZero();

    assertThat(out.toString())
        .contains(
            "--nodes",
            "--ack",
            "--scope",
            "--json",
            "--recovery-bound-ms",
            "--logins",
            "Exit codes:")
        .containsPattern("session,\\s+modified-session,\\s+modified-attribute")
        .containsPattern("counter,\\s+mixed,\\s+cart,\\s+profile");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node", "drill", "load", "capacity"})
  void tellsDefaultAndUnitOfEveryOption_whenAskedForHelp(String verb) {
    CommandLine line = Holdfast.commandLine((settings, progress) -> fail("nothing to launch"));
    for (OptionSpec option : line.getSubcommands().get(verb).getCommandSpec().options()) {
      if (option.usageHelp() || option.versionHelp()) {
        continue;
      }
      String description = String.join(" ", option.description());
      assertThat(description).as(option.longestName()).contains("default: ");
      if (option.longestName().endsWith("-ms")) {
        assertThat(description).as(option.longestName()).containsPattern(" in ms, \\d+ to \\d+");
      }
    }
  }

  @Test
  void writesPercentSignsThatCanBePrinted_whenAskedForHelp() {
    CommandLine line = Holdfast.commandLine((settings, progress) -> fail("nothing to launch"));
    line.getSubcommands()
        .values()
        .forEach(
            verb ->
                assertThat(verb.getCommandSpec().usageMessage().description())
                    .allSatisfy(text -> assertThat(String.format(Locale.ROOT, text)).isNotNull()));
  }

  @Test
  void tellsAndStartsNothing_whenADrillIsDry() {
    assertThat(run("drill", "--dry-run", "--scenario", "pulling-plugs", "--nodes", "5")).isZero();

    assertThat(asked).isEmpty();
    assertThat(out.toString())
        .contains("scenario pulling-plugs on engine process")
        .contains("100 users, 5 nodes")
        .contains("at 5 s, 6 times, every 20 s: random killed, started again after 5 s")
        .contains("nothing was started");
  }

  @ParameterizedTest
  @CsvSource({
    "kill,                                        2000",
    "double-kill,                                40000",
    "double-kill --recovery-bound-ms 500,          500",
  })
  void takesTheBoundOfRecoveryFromTheLine_thenFromTheScenario(String drill, long millis) {
    assertThat(run(("drill --dry-run --scenario " + drill).split(" "))).isZero();

    assertThat(out.toString()).contains("bound of recovery: " + millis + " ms");
  }

  @Test
  void tellsTheNextVersion_whenADryDrillUpgrades(@TempDir Path directory) throws Exception {
    Path war = Files.createFile(directory.resolve("shop-1.war"));
    Path next = Files.createFile(directory.resolve("shop-2.war"));
    List<String> line =
        List.of("drill", "--dry-run", "--scenario", "rolling-downgrade", "--url", "/", "--war");

    assertThat(run(with(line, war.toString(), "--upgrade-war", next.toString()))).isZero();

    assertThat(out.toString())
        .contains("at 5 s: each node stopped and started again in turn in its next version")
        .contains("at 45 s: each node stopped and started again in turn in its first version")
        .contains("next version: web application " + next);
    assertThat(asked).isEmpty();
  }

  @Test
  void asksForNodesThatHaveANextVersion_whenADrillUpgrades(@TempDir Path directory)
      throws Exception {
    Path war = Files.createFile(directory.resolve("shop-1.war"));
    Path next = Files.createFile(directory.resolve("shop-2.war"));
    List<String> line =
        List.of("drill", "--scenario", "rolling-upgrade", "--url", "/", "--war", war.toString());

    assertThat(run(with(line, "--upgrade-war", next.toString(), "--war-path", "/shop")))
        .isEqualTo(3);

    ProcessSettings processes = asked.get(0).process();
    assertThat(processes.nodeOptions())
        .containsExactly("--war", war.toString(), "--war-path", "/shop");
    assertThat(processes.upgrade())
        .hasValue(
            new ProcessUpgrade(
                Optional.empty(), List.of("--war", next.toString(), "--war-path", "/shop")));
  }

  private static String[] with(List<String> arguments, String... more) {
    return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void listsEveryScenarioWithItsSummary() {
    assertThat(run("drill", "list")).isZero();

    assertThat(out.toString().lines()).hasSize(ScenarioLibrary.names().size());
    assertThat(out.toString())
        .contains("kill                       20 s  The node with the most users is killed")
        .containsPattern("soak +1800 s  Six nodes, .* may grow\\.\\R")
        .containsPattern("partition +40 s  .* may serve\\. \\(namespaces or containers only\\)\\R")
        .containsPattern("slow-peer +35 s  .* for a while\\. \\(containers only\\)\\R");
  }

  @Test
  void listsEveryExitCode_whenAskedForHelp() {
    assertThat(exitCodes("drill")).containsExactly("0", "1", "2", "3", "130", "143");
    assertThat(exitCodes("load")).containsExactly("0", "1", "2", "3", "4", "130", "143");
    assertThat(exitCodes("capacity")).containsExactly("0", "1", "2", "3", "4", "130", "143");
    assertThat(exitCodes("node")).containsExactly("0", "2", "3", "4", "130", "143");
    assertThat(exitCodes("check-upgrade")).containsExactly("0", "1", "2", "3");
    assertThat(exitCodes("attributes")).containsExactly("0", "2", "3");
    assertThat(exitCodes("threads")).containsExactly("0", "2", "3");
    assertThat(exitCodes("keystore")).containsExactly("0", "2", "3");
    assertThat(exitCodes()).containsExactly("0", "2", "3");
  }

  @Test
  void saysWhatEachVerbDoesInWholeSentences_whenAskedForHelp() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString().replaceAll("\\s+", " "))
        .contains(
            "node Runs one server: an embedded Tomcat or Jetty with the demo web application.")
        .contains("drill Does harm to a cluster under load and says whether anything was lost. ")
        .contains(
            "load Drives users against web servers and says whether the figures can be believed. ")
        .contains(
            "capacity Says how many users a cluster sustains, what limits it, and what a loss would"
                + " do. ")
        .contains(
            "check-upgrade Says which session attributes of one version of an application another"
                + " cannot read. ")
        .contains("attributes Says what each session attribute of a running server costs. ")
        .contains("threads Says what the threads of a JVM do, and which locks block them. ")
        .contains(
            "keystore Makes a key with which nodes prove to each other that they are members.");
    assertThat(err.toString()).isEmpty();
  }

  private List<String> exitCodes(String... verb) {
    CommandLine line = Holdfast.commandLine((settings, progress) -> fail("nothing to launch"));
    for (String name : verb) {
      line = line.getSubcommands().get(name);
    }
    return List.copyOf(line.getCommandSpec().usageMessage().exitCodeList().keySet());
  }

  private int run(String... arguments) {
    CommandLine line =
        Holdfast.commandLine(
            (settings, progress) -> {
              asked.add(settings);
              throw new ClusterStartException("node-1 did not start: port 8080 is in use");
            });
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }
}
