// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectStreamConstants;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.holdfast.replication.config.Verification;
import org.holdfast.replication.metrics.ReplicationMetrics;
import org.holdfast.replication.serialization.AttributeCodec;
import org.holdfast.replication.serialization.CorruptAttributeException;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.codec.Envelope;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.jdk.JdkAttributeCodec;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes of published chains that end in code of the attacker's choice: refused by their name
 * whatever the settings allow, and the class loader is not even asked.
 */
class GadgetClassTest extends HostileBytes {
  private final Recording loader = new Recording();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bsh.Interpreter",
        "bsh.XThis",
        "ch.qos.logback.core.db.DriverManagerConnectionSource",
        "clojure.core.proxy$clojure.lang.APersistentMap$ff19274a",
        "com.alibaba.fastjson.JSONObject",
        "com.fasterxml.jackson.databind.node.POJONode",
        "com.mchange.v2.c3p0.PoolBackedDataSource",
        "com.mchange.v2.c3p0.impl.PoolBackedDataSourceBase",
        "com.rometools.rome.feed.impl.ObjectBean",
        "com.rometools.rome.feed.impl.ToStringBean",
        "com.sun.jndi.rmi.registry.ReferenceWrapper_Stub",
        "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
        "com.sun.rowset.JdbcRowSetImpl",
        "com.sun.syndication.feed.impl.ObjectBean",
        "com.caucho.config.types.ResourceRef",
        "com.vaadin.data.util.NestedMethodProperty",
        "com.zaxxer.hikari.HikariConfig",
        "groovy.lang.Closure",
        "groovy.lang.GString",
        "groovy.util.Expando",
        "java.beans.EventHandler",
        "java.lang.invoke.SerializedLambda",
        "java.net.URL",
        "java.security.KeyRep",
        "java.security.SignedObject",
        "java.rmi.server.RemoteObjectInvocationHandler",
        "java.rmi.server.UnicastRemoteObject",
        "javax.crypto.SealedObject",
        "javax.sql.rowset.BaseRowSet",
        "com.atomikos.icatch.jta.RemoteClientUserTransaction",
        "net.sf.ehcache.transaction.manager.DefaultTransactionManagerLookup",
        "oracle.jdbc.rowset.OracleJDBCRowSet",
        "org.apache.jasper.el.JspValueExpression",
        "org.apache.myfaces.view.facelets.el.ValueExpressionMethodExpression",
        "org.apache.naming.ResourceRef",
        "org.apache.xbean.naming.context.ContextUtil$ReadOnlyBinding",
        "org.quartz.utils.JNDIConnectionProvider",
        "javassist.util.proxy.ProxyFactory",
        "javax.management.BadAttributeValueExpException",
        "javax.naming.ldap.Rdn$RdnEntry",
        "javax.script.ScriptEngineManager",
        "javax.swing.event.EventListenerList",
        "javax.imageio.ImageIO$ContainsFilter",
        "net.sf.json.JSONObject",
        "org.apache.bcel.util.ClassLoader",
        "org.apache.click.control.Column$ColumnComparator",
        "org.apache.commons.beanutils.BeanComparator",
        "org.apache.commons.collections.comparators.TransformingComparator",
        "org.apache.commons.collections.functors.ChainedTransformer",
        "org.apache.commons.collections.functors.InstantiateTransformer",
        "org.apache.commons.collections.functors.InvokerTransformer",
        "org.apache.commons.collections.keyvalue.TiedMapEntry",
        "org.apache.commons.collections.map.LazyMap",
        "org.apache.commons.collections4.comparators.TransformingComparator",
        "org.apache.commons.collections4.functors.InvokerTransformer",
        "org.apache.commons.dbcp2.datasources.PerUserPoolDataSource",
        "org.apache.commons.fileupload.disk.DiskFileItem",
        "org.apache.commons.configuration.ConfigurationMap",
        "org.apache.commons.jelly.impl.Embedded",
        "org.apache.logging.log4j.core.appender.AbstractAppender",
        "org.apache.myfaces.el.CompositeELResolver",
        "org.apache.openjpa.ee.RegistryManagedRuntime",
        "org.apache.velocity.runtime.RuntimeInstance",
        "org.apache.wicket.util.upload.DiskFileItem",
        "org.apache.xalan.xsltc.trax.TemplatesImpl",
        "org.apache.xpath.XPath",
        "org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap",
        "org.codehaus.groovy.runtime.ConvertedClosure",
        "org.codehaus.groovy.runtime.MethodClosure",
        "org.hibernate.engine.spi.TypedValue",
        "org.hibernate.property.BasicPropertyAccessor$BasicGetter",
        "org.hibernate.property.access.spi.GetterMethodImpl",
        "org.hibernate.tuple.component.PojoComponentTuplizer",
        "org.hibernate.type.ComponentType",
        "org.jboss.interceptor.builder.InterceptionModelImpl",
        "org.jboss.weld.interceptor.builder.InterceptionModelBuilder",
        "org.jboss.weld.interceptor.builder.MethodReference",
        "org.jboss.weld.interceptor.proxy.DefaultInvocationContextFactory",
        "org.jboss.weld.interceptor.reader.ReflectiveClassMetadata",
        "org.jboss.weld.interceptor.reader.SimpleInterceptorMetadata",
        "org.mozilla.javascript.NativeJavaObject",
        "org.python.core.PyFunction",
        "org.springframework.aop.framework.AdvisedSupport",
        "org.springframework.aop.framework.JdkDynamicAopProxy",
        "org.springframework.beans.factory.support.AutowireUtils$ObjectFactoryDelegatingInvocationHandler",
        "org.springframework.context.support.ClassPathXmlApplicationContext",
        "org.springframework.core.SerializableTypeWrapper$MethodInvokeTypeProvider",
        "org.springframework.jndi.JndiObjectTargetSource",
        "org.springframework.transaction.jta.JtaTransactionManager",
        "scala.Function0",
        "scala.collection.View$Fill",
        "scala.collection.generic.DefaultSerializationProxy",
        "scala.math.Ordering$$anon$5",
        "sun.reflect.annotation.AnnotationInvocationHandler",
        "sun.rmi.server.UnicastRef"
      })
  void refusesGadgets_whateverThePatternSays(String name) throws Exception {
    for (String pattern : List.of("", "*", name, name + ";*")) {
      ClassFilter filter = ClassFilter.of(pattern);
      AttributeCodec kryo = new KryoAttributeCodec(loader, filter, CodecLimits.DEFAULT);
      AttributeCodec jdk =
          new JdkAttributeCodec(
              loader,
              filter,
              CodecLimits.DEFAULT,
              ClassAliases.NONE,
              Verification.FIRST_SIGHT,
              new ReplicationMetrics());
      loader.asked.clear();
      for (AttributeCodec codec : List.of(kryo, jdk)) {
        refusedByName(codec, objectOf(name));
        refusedByName(codec, arrayOf(name));
        refusedByName(codec, classValueOf(name));
      }
      refusedByName(kryo, kryoClassValueOf(name));
      refusedByName(kryo, kryoClassValueOf("[[L" + name + ";"));

      assertThat(loader.asked).noneMatch(asked -> asked.contains(name));
    }
  }

  private static void refusedByName(AttributeCodec codec, byte[] envelope) {
    assertThatThrownBy(() -> codec.decode("a", envelope))
        .isInstanceOf(CorruptAttributeException.class)
        .hasMessageContaining("is refused by the class filter");
  }

  private byte[] kryoClassValueOf(String name) {
    return kryo(
        out -> {
          out.writeVarInt(id(Class.class) + 2, true);
          out.writeString(name);
        });
  }

  private static byte[] objectOf(String name) throws IOException {
    return stream(ObjectStreamConstants.TC_OBJECT, name);
  }

  private static byte[] arrayOf(String name) throws IOException {
    return stream(ObjectStreamConstants.TC_ARRAY, "[L" + name + ";");
  }

  private static byte[] classValueOf(String name) throws IOException {
    return stream(ObjectStreamConstants.TC_CLASS, name);
  }

  private static byte[] stream(byte code, String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(ObjectStreamConstants.STREAM_MAGIC);
    out.writeShort(ObjectStreamConstants.STREAM_VERSION);
    out.writeByte(code);
    out.writeByte(ObjectStreamConstants.TC_CLASSDESC);
    out.writeUTF(name);
    out.writeLong(1);
    out.writeByte(ObjectStreamConstants.SC_SERIALIZABLE);
    out.writeShort(0);
    out.writeByte(ObjectStreamConstants.TC_ENDBLOCKDATA);
    out.writeByte(ObjectStreamConstants.TC_NULL);
    if (code == ObjectStreamConstants.TC_ARRAY) {
      out.writeInt(0);
    }
    return Envelope.seal(Envelope.JDK, bytes.toByteArray(), bytes.size());
  }

  /** A web application's loader that notes what it is asked for. */
  private static final class Recording extends ClassLoader {
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    Recording() {
      super(GadgetClassTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      asked.add(name);
      return super.loadClass(name, resolve);
    }
  }
}
