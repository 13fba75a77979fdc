// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contents of the drop-in jars, and files that must not be there. */
class DropInJarIT {
  private static final Pattern OURS =
      Pattern.compile(
          "(META-INF/versions/\\d+/)?org/holdfast/.*|META-INF/[^/]*|META-INF/services/.*");

  private static final Pattern NAMED_CLASS = Pattern.compile("<class [^>]*name=\"([^\"]+)\"");

  @ParameterizedTest
  @EnumSource
  void holdsNothingUnderNamesOfOthers(DropIn dropIn) throws IOException {
    try (JarFile jar = new JarFile(dropIn.jar().toFile())) {
      assertThat(files(jar)).allMatch(name -> OURS.matcher(name).matches()).doesNotHaveDuplicates();
      assertThat(files(jar)).hasSizeGreaterThan(1_000);
    }
  }

  /**
   * An application is distributable only if each of its fragments says so. WildFly warns of one
   * that does not (WFLYUT0081).
   */
  @Test
  void keepsAnApplicationDistributable() throws IOException {
    try (JarFile jar = new JarFile(DropIn.FOR_APPLICATIONS.jar().toFile())) {
      assertThat(text(jar, "META-INF/web-fragment.xml")).contains("<distributable/>");
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesOnlyServicesThatAreInside(DropIn dropIn) throws IOException {
    try (JarFile jar = new JarFile(dropIn.jar().toFile())) {
      List<String> services =
          files(jar).stream().filter(name -> name.startsWith("META-INF/services/")).toList();
      assertThat(services)
          .contains("META-INF/services/org.holdfast.shaded.slf4j.spi.SLF4JServiceProvider");
      for (String service : services) {
        List<String> providers =
            text(jar, service).lines().filter(line -> !line.isBlank()).toList();
        assertThat(providers).as(service).singleElement().asString().startsWith("org.holdfast.");
        assertThat(jar.getEntry(providers.get(0).replace('.', '/') + ".class")).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesTheProtocolsOfOurStackAlone_whichJGroupsLoadsAtItsStart(DropIn dropIn)
      throws IOException {
    assertThat(namesIn("jg-protocol-ids.xml", dropIn))
        .containsExactlyInAnyOrder(
            "TP",
            "TCPPING",
            "DNS_PING",
            "MERGE3",
            "FD_ALL3",
            "VERIFY_SUSPECT2",
            "NAKACK4",
            "UNICAST4",
            "GMS");
  }

  @ParameterizedTest
  @EnumSource
  void namesWhatMembersSendEachOtherAlone_whichJGroupsLoadsAtItsStart(DropIn dropIn)
      throws IOException {
    assertThat(namesIn("jg-magic-map.xml", dropIn))
        .containsExactlyInAnyOrder(
            "IpAddress",
            "UUID",
            "ExtendedUUID",
            "View",
            "ViewId",
            "MergeView",
            "Digest",
            "MutableDigest",
            "SeqnoList",
            "JoinRsp",
            "PingData",
            "BytesMessage",
            "PingHeader",
            "TpHeader",
            "NakAckHeader",
            "UnicastHeader",
            "GMS$GmsHeader",
            "MERGE3$MergeHeader",
            "FailureDetection$HeartbeatHeader",
            "VERIFY_SUSPECT2$VerifyHeader");
  }

  /** Simple names, of classes that are all inside. */
  private static List<String> namesIn(String list, DropIn dropIn) throws IOException {
    List<String> simple = new ArrayList<>();
    try (JarFile jar = new JarFile(dropIn.jar().toFile())) {
      Matcher names = NAMED_CLASS.matcher(text(jar, "org/holdfast/shaded/" + list));
      while (names.find()) {
        String name = names.group(1);
        assertThat(name).startsWith("org.holdfast.shaded.");
        assertThat(jar.getEntry(name.replace('.', '/') + ".class")).as(name).isNotNull();
        simple.add(name.substring(name.lastIndexOf('.') + 1));
      }
    }
    return simple;
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheLicencesOfWhatIsInside(DropIn dropIn) throws IOException {
    try (JarFile jar = new JarFile(dropIn.jar().toFile())) {
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/LICENSE.txt")).contains("Eclipse Public License", "QOS.ch");
      assertThat(text(jar, "META-INF/NOTICE")).contains("Holdfast", "Objenesis");
      assertThat(text(jar, "META-INF/THIRD-PARTY.txt"))
          .contains("Grizzly", "JGroups", "hash4j", "Objenesis", "SLF4J", "Nathan Sweet", "INRIA");
    }
  }

  private static List<String> files(JarFile jar) {
    return jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
  }

  private static String text(JarFile jar, String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
  }
}
