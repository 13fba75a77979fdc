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

package org.holdfast.replication.serialization.filter;

/**
 * Says by name which classes may be written and read. Immutable; used alike for Kryo and for JDK
 * serialization.
 *
 * <p>In this order: gadget-prone and container packages are refused whatever the pattern says; then
 * the first matching entry of the pattern decides; then JDK classes are allowed if they are on the
 * built-in list and refused otherwise; any other class is undecided by name and allowed if the web
 * application's class loader, or an ancestor of it below the platform loader, defines it (see
 * {@code WebappClasses}).
 */
public final class ClassFilter {
  /** What a name alone says. */
  enum Verdict {
    ALLOWED,
    REFUSED,
    /** Allowed if the class belongs to the web application. */
    BY_LOADER
  }

  /** Allows what the built-in list and the web application's class loader allow. */
  public static final ClassFilter DEFAULT = new ClassFilter("");

  // Packages from which known deserialization gadgets come, and the containers' own classes, which
  // no session needs.
  private static final NamePatterns ALWAYS_REFUSED =
      NamePatterns.parse(
          "sun.util.calendar.ZoneInfo;"
              + "!com.sun.**;!sun.**;!jdk.**;!javax.management.**;!javax.naming.**;!javax.script.**;!java.rmi.**;!javax.rmi.**;"
              + "!java.lang.invoke.**;!java.lang.reflect.**;!java.beans.**;!javax.swing.**;!javax.imageio.**;!javax.xml.**;"
              + "!org.apache.commons.collections.**;!org.apache.commons.collections4.**;!org.apache.commons.beanutils.**;"
              + "!org.apache.commons.fileupload.**;!org.apache.commons.fileupload2.**;!org.apache.commons.configuration.**;"
              + "!org.apache.xalan.**;!org.apache.xpath.**;!org.apache.bcel.**;!org.apache.ibatis.**;!org.apache.velocity.**;"
              + "!org.apache.click.**;!org.apache.wicket.util.upload.**;!org.apache.myfaces.context.**;!org.apache.myfaces.el.**;"
              + "!org.apache.logging.**;!ch.qos.logback.**;!org.apache.log4j.**;!org.codehaus.groovy.**;!groovy.**;"
              + "!org.apache.groovy.**;!org.springframework.beans.factory.**;!org.springframework.aop.**;"
              + "!org.springframework.jndi.**;!org.springframework.transaction.jta.**;!org.springframework.context.**;"
              + "!org.springframework.core.SerializableTypeWrapper*;!com.mchange.**;!javassist.**;!net.bytebuddy.**;!net.sf.cglib.**;"
              + "!com.rometools.**;!com.sun.syndication.**;!org.jboss.interceptor.**;!org.jboss.weld.**;!org.hibernate.jmx.**;"
              + "!org.hibernate.property.**;!org.hibernate.tuple.**;!org.hibernate.type.**;!bsh.**;!clojure.**;!scala.**;"
              + "!org.python.**;!org.mozilla.javascript.**;!org.aspectj.**;!net.sf.json.**;!com.alibaba.fastjson.**;"
              + "!com.alibaba.fastjson2.**;!com.fasterxml.jackson.databind.node.POJONode;!com.zaxxer.hikari.**;"
              + "!org.apache.catalina.**;!org.apache.tomcat.**;!org.apache.coyote.**;!org.apache.juli.**;!org.eclipse.jetty.**;"
              + "!com.esotericsoftware.**;!org.objenesis.**;!org.jgroups.**;!org.glassfish.grizzly.**");

  // Value-like classes whose readObject is known. java.net.URL is missing on purpose: its hashCode
  // asks the DNS.
  // Locks are listed as superclasses of what ConcurrentHashMap writes; as objects of their own they
  // are refused on writing.
  private static final NamePatterns JDK_ALLOWED =
      NamePatterns.parse(
          "java.lang.*;java.util.*;java.util.concurrent.*;java.util.concurrent.atomic.*;"
              + "java.util.concurrent.locks.ReentrantLock*;java.util.concurrent.locks.Abstract*;java.util.regex.*;java.math.*;"
              + "java.time.**;java.text.*;java.net.URI;java.net.InetAddress;java.net.Inet4Address;java.net.Inet6Address;"
              + "java.net.InetSocketAddress;java.net.SocketAddress;java.io.File;java.io.Serializable;java.io.IOException;"
              + "java.sql.Date;java.sql.Time;java.sql.Timestamp;java.util.logging.Level;java.security.Principal;"
              + "javax.security.auth.Subject*;javax.security.auth.x500.X500Principal;sun.util.calendar.ZoneInfo");

  private static final NamePatterns PLATFORM = NamePatterns.parse("java.**;javax.**;jdk.**;sun.**");

  private final NamePatterns pattern;
  private final PatternLimits limits;

  private ClassFilter(String pattern) {
    this.limits = PatternLimits.parse(pattern);
    this.pattern = NamePatterns.parse(PatternLimits.withoutLimits(pattern));
  }

  /** The limits that the pattern gives besides. */
  public PatternLimits limits() {
    return limits;
  }

  /**
   * Returns a filter whose pattern is asked after the packages that are always refused and before
   * the built-in list.
   *
   * @param pattern class names in the syntax of {@link java.io.ObjectInputFilter}, for example
   *     {@code com.shop.**;maxdepth=50;!*}; empty for the default
   * @throws IllegalArgumentException if the pattern cannot be parsed; the message names the entry
   */
  public static ClassFilter of(String pattern) {
    return pattern.isBlank() ? DEFAULT : new ClassFilter(pattern);
  }

  Verdict verdict(String className) {
    if (Boolean.FALSE.equals(ALWAYS_REFUSED.verdict(className))) {
      return Verdict.REFUSED;
    }
    Boolean listed = pattern.verdict(className);
    if (listed == null && Boolean.TRUE.equals(JDK_ALLOWED.verdict(className))) {
      listed = true;
    }
    if (listed == null && PLATFORM.verdict(className) != null) {
      listed = false;
    }
    if (listed == null) {
      return Verdict.BY_LOADER;
    }
    return listed ? Verdict.ALLOWED : Verdict.REFUSED;
  }
}
