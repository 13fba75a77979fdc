// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import java.io.Serializable;
import org.apache.openejb.BeanContext;
import org.apache.openejb.InterfaceType;
import org.apache.openejb.core.ivm.BaseEjbProxyHandler;
import org.apache.openejb.core.ivm.EjbObjectProxyHandler;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.spi.ContainerSystem;
import org.apache.openejb.util.proxy.ProxyManager;

/**
 * A reference to a stateful session bean from an HTTP session: what OpenEJB injects or looks up
 * means something on its own node only. Put it into the session as an attribute; it means the same
 * bean on every node. Immutable.
 *
 * @param <T> local business interface of the bean
 */
public final class StatefulReference<T> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String deploymentId;
  private final String primaryKey;
  private final Class<T> view;

  private StatefulReference(String deploymentId, String primaryKey, Class<T> view) {
    this.deploymentId = deploymentId;
    this.primaryKey = primaryKey;
    this.view = view;
  }

  /**
   * Makes a bean that is held by the nodes that hold a session, so that both come together.
   *
   * @param deploymentId of the bean, as OpenEJB logs it at deployment
   * @param sessionId as {@code HttpSession.getId()} returns it
   * @throws IllegalArgumentException if there is no such bean here, it is not kept by a container
   *     of {@link ReplicatedStatefulContainerFactory}, or {@code sessionId} is none of Holdfast's
   */
  public static <T> StatefulReference<T> create(
      String deploymentId, Class<T> view, String sessionId) {
    BeanContext bean = bean(deploymentId);
    Object proxy = BeanKey.beside(sessionId, () -> bean.getBusinessLocalHome(view).create());
    if (ProxyManager.getInvocationHandler(proxy) instanceof BaseEjbProxyHandler handler
        && handler.primaryKey instanceof String key) {
      return new StatefulReference<>(deploymentId, key, view);
    }
    throw new IllegalArgumentException(
        "bean " + deploymentId + " is not in a replicated container, so no other node finds it");
  }

  /** Returns the bean; each call of it may find it gone, or fail if the cluster is in trouble. */
  public T get() {
    return view.cast(
        EjbObjectProxyHandler.createProxy(
            bean(deploymentId), primaryKey, InterfaceType.BUSINESS_LOCAL, view));
  }

  private static BeanContext bean(String deploymentId) {
    BeanContext bean =
        SystemInstance.get().getComponent(ContainerSystem.class).getBeanContext(deploymentId);
    if (bean == null) {
      throw new IllegalArgumentException("no bean " + deploymentId + " is deployed here");
    }
    return bean;
  }

  /** Returns a text for logs: without the key, which opens the bean. */
  @Override
  public String toString() {
    return deploymentId;
  }
}
