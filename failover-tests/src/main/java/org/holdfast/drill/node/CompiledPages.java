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
