// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.filter;

import org.jspecify.annotations.Nullable;

/**
 * The names of classes that no setting can let in. These are classes of published deserialization
 * chains, classes that reach the network or other streams while they are read, and classes of
 * containers. Stateless.
 *
 * <p>A package is named as a whole where sessions have no use for it. Elsewhere the classes of the
 * chains are named, or the few value classes that may pass:
 *
 * <ul>
 *   <li>{@code com.sun}: the JDK's packages, not Mojarra ({@code com.sun.faces}), whose views are
 *       session state, nor {@code com.sun.el}, whose expressions are part of them.
 *   <li>Groovy: tuples and ranges pass. Closures are the chain; a {@code GString} calls {@code
 *       toString} of whatever it holds when it is hashed.
 *   <li>Scala: options, tuples and {@code Either} pass. Collections do not: their proxies and lazy
 *       ones call functions while they are read (CVE-2022-36944).
 *   <li>Weld: the classes in which a bean of the session travels pass. The published chains also
 *       need the readers and builders of interception, which stay refused.
 * </ul>
 */
final class RefusedNames {
  private static final NamePatterns PATTERNS =
      NamePatterns.parse(
          jdk() + languages() + commons() + springAndInjection() + libraries() + containers());

  private RefusedNames() {}

  /** Tells whether objects of the class must not be read or written, whatever the settings say. */
  static boolean includes(String className) {
    @Nullable Boolean verdict = PATTERNS.verdict(className);
    return verdict != null && !verdict;
  }

  private static String jdk() {
    return """
    sun.util.calendar.ZoneInfo;!sun.**;!jdk.**;
    !com.sun.accessibility.**;!com.sun.awt.**;!com.sun.beans.**;!com.sun.corba.**;!com.sun.crypto.**;!com.sun.demo.**;
    !com.sun.hotspot.**;!com.sun.imageio.**;!com.sun.jarsigner.**;!com.sun.java.**;
    !com.sun.java_cup.**;!com.sun.jdi.**;
    !com.sun.jmx.**;!com.sun.jndi.**;!com.sun.management.**;!com.sun.media.**;!com.sun.naming.**;
    !com.sun.net.**;!com.sun.nio.**;!com.sun.org.**;!com.sun.proxy.**;!com.sun.rmi.**;
    !com.sun.rowset.**;!com.sun.script.**;!com.sun.security.**;!com.sun.source.**;
    !com.sun.swing.**;!com.sun.tools.**;!com.sun.tracing.**;!com.sun.xml.internal.**;
    !javax.management.**;!javax.naming.**;!javax.script.**;!java.rmi.**;!javax.rmi.**;
    !java.lang.invoke.**;!java.lang.reflect.**;!java.beans.**;!javax.swing.**;!javax.imageio.**;
    !javax.xml.**;!javax.crypto.**;!javax.sql.rowset.**;
    !java.security.SignedObject;!java.security.GuardedObject;!java.security.KeyRep*;
    !java.net.URL;
    """;
  }

  private static String languages() {
    return """
    groovy.lang.Tuple*;groovy.lang.IntRange;groovy.lang.NumberRange;groovy.lang.ObjectRange;
    groovy.lang.EmptyRange;!org.codehaus.groovy.**;!groovy.**;!org.apache.groovy.**;
    scala.Option;scala.Some;scala.None$;scala.Tuple*;scala.util.Either;scala.util.Left;
    scala.util.Right;!scala.**;
    !bsh.**;!clojure.**;!org.python.**;!org.mozilla.javascript.**;!org.aspectj.**;
    !javassist.**;!net.bytebuddy.**;!net.sf.cglib.**;
    """;
  }

  private static String commons() {
    return """
    !org.apache.commons.collections.**;!org.apache.commons.collections4.**;
    !org.apache.commons.beanutils.**;!org.apache.commons.fileupload.**;
    !org.apache.commons.fileupload2.**;!org.apache.commons.configuration.**;
    !org.apache.commons.dbcp.**;!org.apache.commons.dbcp2.**;!org.apache.commons.jelly.**;
    """;
  }

  private static String springAndInjection() {
    return """
    !org.springframework.beans.factory.**;!org.springframework.aop.**;
    !org.springframework.jndi.**;!org.springframework.transaction.jta.**;
    !org.springframework.context.**;!org.springframework.core.SerializableTypeWrapper*;
    org.jboss.weld.contexts.beanstore.LockStore;
    org.jboss.weld.contexts.SerializableContextualInstanceImpl;
    org.jboss.weld.contexts.SerializableContextualFactory$*;
    org.jboss.weld.contexts.CreationalContextImpl*;
    org.jboss.weld.bean.StringBeanIdentifier;org.jboss.weld.bean.ManagedBeanIdentifier;
    org.jboss.weld.annotated.slim.AnnotatedTypeIdentifier;
    org.jboss.weld.annotated.slim.SlimAnnotatedType$SerializationProxy;
    org.jboss.weld.annotated.slim.backed.BackedAnnotatedType;
    org.jboss.weld.bean.proxy.util.SerializableClientProxy;
    org.jboss.weld.bean.proxy.CombinedInterceptorAndDecoratorStackMethodHandler;
    org.jboss.weld.interceptor.proxy.InterceptorMethodHandler;
    org.jboss.weld.interceptor.proxy.InterceptionContext;
    org.jboss.weld.manager.BeanManagerImpl;
    !org.jboss.interceptor.**;!org.jboss.weld.**;
    """;
  }

  private static String libraries() {
    return """
    !org.apache.xalan.**;!org.apache.xpath.**;!org.apache.bcel.**;!org.apache.ibatis.**;
    !org.apache.velocity.**;!org.apache.click.**;!org.apache.wicket.util.upload.**;
    !org.apache.myfaces.context.**;!org.apache.myfaces.el.**;
    !org.apache.myfaces.view.facelets.el.ValueExpressionMethodExpression;
    !org.apache.logging.**;!ch.qos.logback.**;!org.apache.log4j.**;!org.apache.xbean.naming.**;
    !org.apache.openjpa.ee.**;!org.hibernate.jmx.**;!org.hibernate.property.**;
    !org.hibernate.tuple.**;!org.hibernate.type.**;!org.hibernate.engine.spi.TypedValue;
    !com.mchange.**;!com.zaxxer.hikari.**;!com.atomikos.**;!oracle.jdbc.rowset.**;
    !net.sf.ehcache.**;!org.quartz.utils.**;!com.rometools.**;!com.sun.syndication.**;
    !net.sf.json.**;!com.alibaba.fastjson.**;!com.alibaba.fastjson2.**;
    !com.fasterxml.jackson.databind.node.POJONode;!com.vaadin.data.util.**;
    !com.vaadin.v7.data.util.**;!com.caucho.**;
    """;
  }

  /**
   * Returns the names without {@code org.apache.el}, whose expressions are part of the views of a
   * JSF application. The last ones are our own libraries, also by the names that they have in the
   * drop-in jars.
   */
  private static String containers() {
    return """
    !org.apache.catalina.**;!org.apache.tomcat.**;!org.apache.coyote.**;!org.apache.juli.**;
    !org.apache.jasper.**;!org.apache.naming.**;!org.eclipse.jetty.**;!com.sun.enterprise.**;
    !com.esotericsoftware.**;!org.objenesis.**;!org.jgroups.**;!org.glassfish.grizzly.**;
    !org.holdfast.shaded.**;
    """;
  }
}
