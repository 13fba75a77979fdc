// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.holdfast.replication.serialization.filter.ClassFilter.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassFilterTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.commons.collections.functors.InvokerTransformer",
        "org.apache.commons.collections4.map.LazyMap",
        "org.springframework.beans.factory.ObjectFactory",
        "javax.management.BadAttributeValueExpException",
        "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
        "sun.rmi.server.UnicastRef",
        "org.codehaus.groovy.runtime.MethodClosure",
        "com.mchange.v2.c3p0.PoolBackedDataSource",
        "javassist.util.proxy.ProxyFactory",
        "org.apache.bcel.util.ClassLoader",
        "com.rometools.rome.feed.impl.ObjectBean",
        "java.rmi.server.UnicastRemoteObject",
        "java.lang.invoke.SerializedLambda",
        "java.lang.reflect.Proxy",
        "org.apache.catalina.session.StandardSession"
      })
  void refusesGadgetsAndContainerClasses_whateverThePatternSays(String name) {
    assertThat(ClassFilter.of("*").verdict(name)).isEqualTo(Verdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "com.shop.**, com.shop.a.Cart, ALLOWED",
    "com.shop.*, com.shop.a.Cart, BY_LOADER",
    "com.shop.*, com.shop.Cart$Item, ALLOWED",
    "com.shop.Ca*, com.shop.Cart, ALLOWED",
    "com.shop.Cart, com.shop.Cart2, BY_LOADER",
    "!com.shop.Cart;com.shop.**, com.shop.Cart, REFUSED",
    "com.shop.**;!*, java.util.ArrayList, REFUSED",
    "com.shop.**, java.util.ArrayList, ALLOWED",
    "com.shop.**, java.net.URL, REFUSED",
    "com.shop.**, javax.sql.DataSource, REFUSED",
    "javax.money.**, javax.money.Money, ALLOWED",
    "com.shop.**, com.other.Thing, BY_LOADER"
  })
  void letsTheFirstMatchingEntryDecide(String pattern, String name, Verdict verdict) {
    assertThat(ClassFilter.of(pattern).verdict(name)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "maxdepth=3",
        "maxarray=x",
        "maxrefs=-1",
        "maxbytes=",
        "maxsize=100",
        "java.base/java.util.*",
        "com.*.Cart",
        "!"
      })
  void refusesPatternsItDoesNotUnderstand_namingTheEntry(String entry) {
    assertThatThrownBy(() -> ClassFilter.of("com.shop.**;" + entry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + entry + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.faces.util.LRUMap",
        "com.sun.el.ValueExpressionImpl",
        "org.apache.el.ValueExpressionImpl",
        "org.apache.myfaces.renderkit.StateCache",
        "groovy.lang.Tuple2",
        "groovy.lang.IntRange",
        "scala.Some",
        "scala.None$",
        "scala.Tuple3",
        "scala.util.Right"
      })
  void leavesToTheLoader_whatSessionsHoldOfFrameworksAndLanguages(String name) {
    assertThat(ClassFilter.DEFAULT.verdict(name)).isEqualTo(Verdict.BY_LOADER);
    assertThat(ClassFilter.of("!" + name).verdict(name)).isEqualTo(Verdict.REFUSED);
  }

  @Test
  void refusesAllPackagesOfTheJdkUnderComSun_whateverThePatternSays() throws IOException {
    FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> packages = Files.list(jdk.getPath("/packages"))) {
      assertThat(packages.map(Path::getFileName).map(Path::toString))
          .filteredOn(name -> name.startsWith("com.sun.") && !name.equals("com.sun.xml"))
          .hasSizeGreaterThan(50)
          .allMatch(name -> ClassFilter.of("*").verdict(name + ".Any") == Verdict.REFUSED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.String", "java.lang.Integer", "java.lang.Number"})
  void allowsTextsAndNumbers_whateverThePatternSays(String name) {
    assertThat(ClassFilter.of("!*").verdict(name)).isEqualTo(Verdict.ALLOWED);
  }

  @Test
  void takesTheLimitsOfThePattern_andJudgesNamesByTheRest() {
    ClassFilter filter =
        ClassFilter.of("maxdepth=20; com.shop.**;maxbytes=5000;maxarray=99;maxrefs=9999999999;!*");

    assertThat(filter.limits()).isEqualTo(new PatternLimits(20, 99, Integer.MAX_VALUE, 5_000));
    assertThat(filter.verdict("com.shop.Cart")).isEqualTo(Verdict.ALLOWED);
    assertThat(filter.verdict("com.other.Cart")).isEqualTo(Verdict.REFUSED);
    assertThat(ClassFilter.of("maxdepth=9;maxdepth=30").limits().maxDepth()).isEqualTo(30);
    assertThat(ClassFilter.DEFAULT.limits().maxBytes()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void saysThatModulesAreNotSupported() {
    assertThatThrownBy(() -> ClassFilter.of("java.base/java.util.*"))
        .hasMessageContaining("modules are not supported");
  }
}
