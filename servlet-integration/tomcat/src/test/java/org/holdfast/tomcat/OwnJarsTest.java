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

package org.holdfast.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.JarScanType;
import org.apache.tomcat.util.scan.StandardJarScanFilter;
import org.apache.tomcat.util.scan.StandardJarScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnJarsTest {
  private static final String OURS = "file:/opt/tomcat/lib/holdfast-tomcat-all.jar";

  private final StandardJarScanFilter filter = new StandardJarScanFilter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        OURS,
        "jar:file:/opt/tomcat/lib/holdfast-tomcat-all.jar!/",
        "jar:nested:/opt/shop.jar/!BOOT-INF/lib/holdfast-tomcat-all.jar!/"
      })
  void leavesOutOurJarAndNoOther_whereverItLies(String location) {
    OwnJars.skip(filter, location);

    for (JarScanType type : new JarScanType[] {JarScanType.TLD, JarScanType.PLUGGABILITY}) {
      assertThat(filter.check(type, "holdfast-tomcat-all.jar")).as(type.name()).isFalse();
      assertThat(filter.check(type, "holdfast-shop.jar")).as(type.name()).isTrue();
    }
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
    StandardJarScanner scanner = new StandardJarScanner();
    scanner.setJarScanFilter((type, name) -> true);
    context.setJarScanner(scanner);

    OwnJars.skip(context);

    assertThat(scanner.getJarScanFilter().check(JarScanType.TLD, "holdfast-tomcat-all.jar"))
        .isTrue();
  }
}
