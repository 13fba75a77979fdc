// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.holdfast.drill.Holdfast;
import org.holdfast.drill.cluster.ProcessLauncher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckUpgradeCommandTest {
  private static final String CART = "class Cart implements Serializable { int a; String note; }";
  private static final String RETYPED = "class Cart implements Serializable { String a; }";
  private static final String ITEM = "class Item implements Serializable { int n; }";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;
  private Path old;
  private Path next;

  @BeforeEach
  void compile() throws Exception {
    old = CompiledClasses.compile(directory.resolve("old"), CART, ITEM);
    next = CompiledClasses.compile(directory.resolve("new"), RETYPED, ITEM);
  }

  private int execute(String... arguments) {
    return Holdfast.commandLine(new ProcessLauncher())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private int check(Path before, Path after, String... more) {
    String[] arguments = new String[5 + more.length];
    arguments[0] = "check-upgrade";
    arguments[1] = "--old";
    arguments[2] = before.toString();
    arguments[3] = "--new";
    arguments[4] = after.toString();
    System.arraycopy(more, 0, arguments, 5, more.length);
    return execute(arguments);
  }

  @Test
  void endsWithZero_whenAllIsRead() {
    assertThat(check(old, old)).isZero();
    assertThat(out.toString().strip())
        .isEqualTo(
            "VERDICT: all 2 classes of the old version that a session may hold are readable by"
                + " the new one");
  }

  @Test
  void endsWithOne_andSaysWhichFieldIsAtFault() {
    assertThat(check(old, next)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "cannot be read",
            "  shop.Cart, a: was written as int and is java.lang.String there",
            "",
            "read with loss",
            "  shop.Cart, note: is not there: its values are dropped",
            "",
            "VERDICT: of 2 classes of the old version that a session may hold, 1 cannot be read by"
                + " the new one");
  }

  @Test
  void readsClassesAndLibraries_ofWebArchivesPackedAndUnpacked() throws Exception {
    Path item = CompiledClasses.compile(directory.resolve("item"), ITEM);
    Path cart = CompiledClasses.compile(directory.resolve("cart"), RETYPED);
    Path jar = CompiledClasses.pack(directory.resolve("item.jar"), "", item);
    Path war = CompiledClasses.pack(directory.resolve("shop.war"), "WEB-INF/classes/", cart, jar);
    Path unpacked = directory.resolve("unpacked");
    CompiledClasses.compile(unpacked.resolve("WEB-INF/classes"), RETYPED);
    Files.createDirectories(unpacked.resolve("WEB-INF/lib"));
    Files.copy(jar, unpacked.resolve("WEB-INF/lib/item.jar"));

    assertThat(check(war, next)).isZero();
    assertThat(check(next, war)).isZero();
    assertThat(check(war, unpacked)).isZero();
    assertThat(check(unpacked, war)).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.startsWith("VERDICT: all 2 classes"));
    assertThat(check(jar, cart)).isEqualTo(1);
    assertThat(out.toString()).contains("shop.Item is missing");
  }

  @Test
  void followsAliases() throws Exception {
    Path renamed =
        CompiledClasses.compile(
            directory.resolve("renamed"), ITEM.replace("Item", "Article"), CART);

    assertThat(check(old, renamed)).isEqualTo(1);
    assertThat(check(old, renamed, "--alias", "shop.Item=shop.Article")).isZero();
  }

  @Test
  void writesVerdictPathsAndFindingsForPrograms() throws Exception {
    Path json = directory.resolve("findings.json");

    assertThat(check(old, next, "--json", json.toString())).isEqualTo(1);

    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.get("verdict").asText()).isEqualTo("UNREADABLE");
    assertThat(report.get("summary").asText()).endsWith(", 1 cannot be read by the new one");
    assertThat(report.get("old").asText()).isEqualTo(old.toString());
    assertThat(report.get("new").asText()).isEqualTo(next.toString());
    assertThat(report.get("classes").asInt()).isEqualTo(2);
    assertThat(report.get("counts").toString())
        .isEqualTo("{\"UNREADABLE\":1,\"UNCERTAIN\":0,\"LOSS\":1}");
    assertThat(report.get("refusedByFilter")).isEmpty();
    assertThat(report.get("findings")).hasSize(2);
    JsonNode finding = report.get("findings").get(0);
    assertThat(finding.get("severity").asText()).isEqualTo("UNREADABLE");
    assertThat(finding.get("className").asText()).isEqualTo("shop.Cart");
    assertThat(finding.get("field").asText()).isEqualTo("a");
    assertThat(finding.get("reason").asText()).startsWith("was written as int");
  }

  @Test
  void claimsNoVerdict_whenTheFindingsCannotBeWritten() {
    Path json = directory.resolve("none/findings.json");

    assertThat(check(old, old, "--json", json.toString())).isEqualTo(3);

    assertThat(out).hasToString("");
    assertThat(err.toString()).contains("the findings cannot be written to " + json);
  }

  @Test
  void couldNotRun_whenThereIsNothingToCompare() throws Exception {
    Path empty = Files.createDirectories(directory.resolve("empty"));
    Path plain = CompiledClasses.compile(directory.resolve("plain"), "class Plain { int a; }");

    assertThat(check(empty, old)).isEqualTo(3);
    assertThat(check(plain, old)).isEqualTo(3);
    assertThat(check(old, empty)).isEqualTo(3);
    assertThat(check(old, old, "--allowed-classes", "!shop.**")).isEqualTo(3);

    assertThat(out).hasToString("");
    assertThat(err.toString())
        .contains(
            "no class that a session may hold was found in " + empty + " (class files: 0,",
            "no class that a session may hold was found in " + plain + " (class files: 1,",
            "no class file was found in " + empty,
            "refused by the class filter: 2)");
  }

  @Test
  void leavesOutWhatTheClassFilterRefuses() {
    assertThat(check(old, next, "--allowed-classes", "!shop.Cart")).isZero();

    assertThat(out.toString())
        .contains(
            "not compared, as the class filter keeps them out of sessions: 1 serializable classes,"
                + " for example shop.Cart",
            "VERDICT: all 1 classes");
    assertThat(check(old, next, "--allowed-classes", "a.*.b")).isEqualTo(2);
    assertThat(err.toString()).contains("--allowed-classes: entry \"a.*.b\"");
  }

  @Test
  void asksForTheClasspath_whenASuperclassIsNotFound() throws Exception {
    String base = "class Base implements Serializable { int b; }";
    Path shared = CompiledClasses.compile(directory.resolve("shared"), base);
    Path before = withoutBase("before", base, "class Cart extends Base { int a; }");
    Path after = withoutBase("after", base, "class Cart extends Base { String a; }");

    assertThat(check(before, before)).isZero();
    assertThat(check(before, after)).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "may be unreadable",
            "  shop.Cart, a: was written as int and is java.lang.String there (its supertype"
                + " shop.Base was not found: --classpath)");
    assertThat(check(before, after, "--classpath", shared.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("cannot be read\n  shop.Cart, a: was written as int");
    assertThat(check(before, after, "--classpath", "/nothing")).isEqualTo(2);
  }

  @Test
  void takesNoServletForAnAttribute_whenTheContainersApiIsNotThere() throws Exception {
    String api = "class Api implements Serializable { }";
    Path before = withoutBase("before", api, "class Page extends Api { int a; }");
    Path after = withoutBase("after", api, "class Page extends Api { String a; }");
    for (Path each : new Path[] {before, after}) {
      Path page = each.resolve("shop/Page.class");
      byte[] renamed =
          new String(Files.readAllBytes(page), StandardCharsets.ISO_8859_1)
              .replace("\bshop/Api", "\u000bjakarta/Api")
              .getBytes(StandardCharsets.ISO_8859_1);
      Files.write(page, renamed);
      CompiledClasses.compile(each, ITEM);
    }

    assertThat(check(before, after)).isZero();
  }

  /** Compiles, then takes away what another loader than the application's has. */
  private Path withoutBase(String name, String base, String... sources) throws Exception {
    String[] all = Arrays.copyOf(sources, sources.length + 1);
    all[sources.length] = base;
    Path classes = CompiledClasses.compile(directory.resolve(name), all);
    Files.delete(classes.resolve("shop/" + base.split(" ")[1] + ".class"));
    return classes;
  }

  @Test
  void refusesWhatCannotBeObeyed() {
    assertThat(execute("check-upgrade", "--old", old.toString())).isEqualTo(2);
    assertThat(check(old, directory.resolve("nothing.war"))).isEqualTo(2);
    assertThat(check(old, next, "--alias", "shop.Item")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--new must name a file or directory that can be read", "--alias: entry");
  }

  @Test
  void readsExecutableJarsOfSpringBoot_packedAndUnpacked() throws Exception {
    Path item = CompiledClasses.compile(directory.resolve("item"), ITEM);
    Path cart = CompiledClasses.compile(directory.resolve("cart"), RETYPED);
    Path loader = CompiledClasses.compile(directory.resolve("loader"), "class Launcher { }");
    Path jar = CompiledClasses.pack(directory.resolve("item.jar"), "", item);
    Path boot = directory.resolve("boot.jar");
    try (CompiledClasses.Archive archive = CompiledClasses.archive(boot)) {
      archive.classes("", loader);
      archive.file("BOOT-INF/lib/item.jar", jar);
      archive.classes("BOOT-INF/classes/", cart);
    }
    Path unpacked = directory.resolve("unpacked");
    CompiledClasses.compile(unpacked.resolve("BOOT-INF/classes"), RETYPED);
    Files.createDirectories(unpacked.resolve("BOOT-INF/lib"));
    Files.copy(jar, unpacked.resolve("BOOT-INF/lib/item.jar"));

    assertThat(check(boot, next)).isZero();
    assertThat(check(next, boot)).isZero();
    assertThat(check(unpacked, boot)).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.startsWith("VERDICT: all 2 classes"));
  }

  @Test
  void readsWebArchivesInEnterpriseArchives_andJarsBehindAScript() throws Exception {
    Path item = CompiledClasses.compile(directory.resolve("item"), ITEM);
    Path jar = CompiledClasses.pack(directory.resolve("item.jar"), "", item);
    Path cart = CompiledClasses.compile(directory.resolve("cart"), RETYPED);
    Path war = CompiledClasses.pack(directory.resolve("shop.war"), "WEB-INF/classes/", cart, jar);
    Path ear = directory.resolve("shop.ear");
    try (CompiledClasses.Archive archive = CompiledClasses.archive(ear)) {
      archive.file("shop.war", war);
    }
    Path executable = directory.resolve("executable.jar");
    try (OutputStream file = Files.newOutputStream(executable)) {
      file.write("#!/bin/sh\nexec java -jar \"$0\"\n".getBytes(StandardCharsets.UTF_8));
      Files.copy(ear, file);
    }

    assertThat(check(ear, next)).isZero();
    assertThat(check(executable, ear)).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.startsWith("VERDICT: all 2 classes"));
  }

  @Test
  void passesOverLibrariesWithoutClasses() throws Exception {
    Path nothing = Files.createDirectories(directory.resolve("nothing"));
    Path empty = CompiledClasses.pack(directory.resolve("empty.jar"), "", nothing);
    Path war = CompiledClasses.pack(directory.resolve("a.war"), "WEB-INF/classes/", next, empty);

    assertThat(check(war, next)).isZero();
  }

  @Test
  void couldNotRun_whenArchivesLieInEachOtherWithoutEnd() throws Exception {
    Path nested = CompiledClasses.pack(directory.resolve("0.jar"), "", next);
    for (int level = 1; level < 5; level++) {
      Path outer = directory.resolve(level + ".jar");
      try (CompiledClasses.Archive archive = CompiledClasses.archive(outer)) {
        archive.file("in.jar", nested);
      }
      nested = outer;
      assertThat(check(nested, next)).isEqualTo(level < 4 ? 0 : 3);
    }
    assertThat(err.toString()).contains("4.jar!/in.jar!/in.jar!/in.jar!/in.jar lies in 4 other");
  }

  @Test
  void namesArchiveAndEntry_whenALibraryIsDamaged() throws Exception {
    Path jar = CompiledClasses.pack(directory.resolve("item.jar"), "", old);
    byte[] bytes = Files.readAllBytes(jar);
    Files.write(jar, Arrays.copyOf(bytes, bytes.length / 2));
    Path war = CompiledClasses.pack(directory.resolve("a.war"), "WEB-INF/classes/", next, jar);

    assertThat(check(war, next)).isEqualTo(3);
    assertThat(err.toString()).contains("a.war!/WEB-INF/lib/item.jar cannot be read as an archive");

    Files.write(war, Arrays.copyOf(Files.readAllBytes(war), 500));
    assertThat(check(next, war)).isEqualTo(3);
    assertThat(err.toString()).contains("a.war cannot be read as an archive");
  }

  @Test
  void couldNotRun_whenAnArchiveOrAClassIsDamaged() throws Exception {
    Path noArchive = Files.writeString(directory.resolve("text.war"), "not an archive");
    assertThat(check(noArchive, next)).isEqualTo(3);
    assertThat(err.toString()).contains("text.war cannot be read as an archive");

    Files.writeString(old.resolve("shop/Item.class"), "no class");
    assertThat(check(old, next)).isEqualTo(3);
    assertThat(err.toString()).contains("Item.class cannot be read as a class");
    assertThat(out).hasToString("");
  }
}
