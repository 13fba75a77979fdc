// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.JarScanFilter;
import org.apache.tomcat.JarScanType;
import org.apache.tomcat.util.scan.StandardJarScanFilter;
import org.holdfast.replication.node.ReplicationNode;
import org.holdfast.servlet.session.ClusterLink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnJarsTest {
  private static final String OURS = "file:/opt/tomcat/lib/holdfast-tomcat-all.jar";

  private final StandardJarScanFilter filter = new StandardJarScanFilter();

  @ParameterizedTest
  @CsvSource({
    OURS + ", holdfast-tomcat-all.jar",
    "jar:file:/opt/tomcat/lib/holdfast-tomcat-all.jar!/, holdfast-tomcat-all.jar",
    "jar:nested:/opt/shop.jar/!BOOT-INF/lib/holdfast-tomcat-1.2.jar!/, holdfast-tomcat-1.2.jar",
    "file:/opt/shop/lib/replication-core-1.2.jar, replication-core-1.2.jar"
  })
  void leavesOutOurJarAndNoOther_whereverItLies(String location, String jar) {
    OwnJars.skip(filter, location);

    for (JarScanType type : new JarScanType[] {JarScanType.TLD, JarScanType.PLUGGABILITY}) {
      assertThat(filter.check(type, jar)).as(type.name()).isFalse();
      assertThat(filter.check(type, "holdfast-shop.jar")).as(type.name()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {ClusterLink.class, ReplicationNode.class})
  void leavesOutTheJarsThatWeRunFrom(Class<?> ours) {
    String jar = Path.of(URI.create(OwnJars.location(ours))).getFileName().toString();
    assumeTrue(jar.endsWith(".jar"), "skipped: " + jar + " is no jar; run mvn verify");
    StandardContext context = new StandardContext();

    OwnJars.skip(context);

    assertThat(context.getJarScanner().getJarScanFilter().check(JarScanType.TLD, jar)).isFalse();
  }

  @Test
  void keepsWhatWasLeftOutBefore_whenItAddsOurs() {
    filter.setTldSkip("one.jar, two*.jar");
    filter.setPluggabilitySkip("");

    OwnJars.skip(filter, OURS);
    OwnJars.skip(filter, OURS);

    assertThat(filter.getTldSkip()).isEqualTo("one.jar, two*.jar,holdfast-tomcat-all.jar");
    assertThat(filter.getPluggabilitySkip()).isEqualTo("holdfast-tomcat-all.jar");
  }

  @Test
  void addsNothing_whenOursIsLeftOutAlready() {
    filter.setTldSkip("one.jar, holdfast-tomcat-all.jar , two*.jar");

    OwnJars.skip(filter, OURS);

    assertThat(filter.getTldSkip()).isEqualTo("one.jar, holdfast-tomcat-all.jar , two*.jar");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:/opt/shop/shop-with-all-libraries.jar",
        "file:/opt/holdfast-tomcat-all.jar/shop.jar",
        "file:/build/holdfast-tomcat/classes/"
      })
  void leavesNothingOut_whenOurClassesAreInTheJarOfAnother(String location) {
    OwnJars.skip(filter, location);

    assertThat(filter.getTldSkip()).isNull();
    assertThat(filter.getPluggabilitySkip()).isNull();
  }

  @Test
  void leavesTheFilterOfAnotherAlone() {
    StandardContext context = new StandardContext();
    JarScanFilter ofAnother = (type, name) -> true;
    context.getJarScanner().setJarScanFilter(ofAnother);

    OwnJars.skip(context);

    assertThat(context.getJarScanner().getJarScanFilter()).isSameAs(ofAnother);
  }
}
