// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import jakarta.servlet.ServletContainerInitializer;
import java.net.InetSocketAddress;
import java.util.Set;
import org.holdfast.filter.HoldfastInitializer;
import org.jboss.weld.environment.servlet.EnhancedListener;

/** One process: Undertow with Holdfast's filter and Weld. */
final class UndertowNode {
  private UndertowNode() {}

  /** Prints its port once it serves; runs until it is killed. */
  public static void main(String[] args) throws Exception {
    DeploymentInfo application =
        Servlets.deployment()
            .setClassLoader(UndertowNode.class.getClassLoader())
            .setDeploymentName("cdi")
            .setContextPath("/")
            .addInitParameter("holdfast.enabled", "true")
            .addServletContainerInitializers(
                initializer(new EnhancedListener()), initializer(new HoldfastInitializer()))
            .addServlets(
                Servlets.servlet(
                        "cart",
                        CartServlet.class,
                        new ImmediateInstanceFactory<>(new CartServlet()))
                    .addMapping("/*"));
    DeploymentManager manager = Servlets.defaultContainer().addDeployment(application);
    manager.deploy();
    Undertow server =
        Undertow.builder().addHttpListener(0, "127.0.0.1").setHandler(manager.start()).build();
    server.start();
    InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    System.out.println("port " + address.getPort());
  }

  private static ServletContainerInitializerInfo initializer(
      ServletContainerInitializer initializer) {
    return new ServletContainerInitializerInfo(
        initializer.getClass(), new ImmediateInstanceFactory<>(initializer), Set.of());
  }
}
