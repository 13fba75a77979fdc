/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.drill.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
            "VERDICT: of 2 classes of the old version that a session may hold, 1 cannot be read by"
                + " the new one, or not always");
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
  void writesTheFindingsForPrograms() throws Exception {
    Path json = directory.resolve("findings.json");

    assertThat(check(old, next, "--json", json.toString())).isEqualTo(1);

    JsonNode report = new ObjectMapper().readTree(json.toFile());
    assertThat(report.get("classes").asInt()).isEqualTo(2);
    assertThat(report.get("findings")).hasSize(1);
    JsonNode finding = report.get("findings").get(0);
    assertThat(finding.get("severity").asText()).isEqualTo("UNREADABLE");
    assertThat(finding.get("className").asText()).isEqualTo("shop.Cart");
    assertThat(finding.get("field").asText()).isEqualTo("a");
    assertThat(finding.get("reason").asText()).startsWith("was written as int");
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
  void couldNotRun_whenAnArchiveOrAClassIsDamaged() throws Exception {
    Path noArchive = Files.writeString(directory.resolve("text.war"), "not an archive");
    assertThat(check(noArchive, next)).isEqualTo(3);
    assertThat(err.toString()).contains("text.war is no archive, or an empty one");

    Files.writeString(old.resolve("shop/Item.class"), "no class");
    assertThat(check(old, next)).isEqualTo(3);
    assertThat(err.toString()).contains("Item.class cannot be read as a class");
    assertThat(out).hasToString("");
  }
}
