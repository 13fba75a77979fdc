// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.node;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.jsp.JspFactory;
import java.util.Set;
import org.apache.jasper.runtime.JspFactoryImpl;
import org.apache.tomcat.InstanceManager;
import org.apache.tomcat.SimpleInstanceManager;
import org.holdfast.drill.demo.DemoApplication;
import org.holdfast.drill.pages.WEB_002dINF.hello_002dbean_jsp;
import org.jspecify.annotations.Nullable;

/**
 * Serves the pages of the demo application as the classes that the build made of them: a node has
 * no compiler, and nobody looks whether a page has changed.
 */
final class CompiledPages implements ServletContainerInitializer {

  @Override
  public void onStartup(@Nullable Set<Class<?>> annotated, ServletContext context) {
    useTomcatsFactory();
    String instances = InstanceManager.class.getName();
    if (context.getAttribute(instances) == null) {
      context.setAttribute(instances, new SimpleInstanceManager()); // Tomcat has its own
    }
    context
        .addServlet("hello-bean.jsp", new hello_002dbean_jsp())
        .addMapping(DemoApplication.HELLO_PAGE);
  }

  /** Compiled pages take the factory of the process when their class is loaded. */
  private static synchronized void useTomcatsFactory() {
    if (JspFactory.getDefaultFactory() == null) {
      JspFactory.setDefaultFactory(new JspFactoryImpl());
    }
  }
}
