// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.dropin;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import shop.parts.Item;

/** Packs the application of package {@code shop} up as its authors would. */
final class WebApplication {
  private static final List<String> CLASSES = List.of("Cart", "Libraries", "ShopServlet");

  private final List<Path> libraries = new ArrayList<>();
  private String contextXml = "";
  private final Map<String, String> parameters = new TreeMap<>(Map.of("version", "1"));

  /** With a jar more in {@code WEB-INF/lib}. */
  WebApplication with(Path library) {
    libraries.add(library);
    return this;
  }

  /** With all jars of a folder in {@code WEB-INF/lib}. */
  WebApplication withAll(Path folder) {
    try (Stream<Path> jars = Files.list(folder)) {
      jars.forEach(libraries::add);
    } catch (IOException e) {
      throw new IllegalStateException("cannot list " + folder, e);
    }
    return this;
  }

  /** With that element in its {@code META-INF/context.xml}. */
  WebApplication withContext(String element) {
    contextXml = "<Context>" + element + "</Context>";
    return this;
  }

  /** With the text that its page {@code /version} shows. */
  WebApplication version(String shown) {
    return withParameter("version", shown);
  }

  /** With a context parameter in its {@code web.xml}. */
  WebApplication withParameter(String name, String value) {
    parameters.put(name, value);
    return this;
  }

  /** Writes the application as a folder, over what is there. */
  Path unpackedTo(Path folder) {
    try {
      write(folder);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write web application to " + folder, e);
    }
    return folder;
  }

  private void write(Path folder) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("WEB-INF/classes/shop"));
    for (String name : CLASSES) {
      try (InputStream in = classFile("/shop/" + name + ".class")) {
        Files.copy(in, classes.resolve(name + ".class"), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path lib = Files.createDirectories(folder.resolve("WEB-INF/lib"));
    try (OutputStream file = Files.newOutputStream(lib.resolve("shop-parts.jar"));
        ZipOutputStream jar = new ZipOutputStream(file);
        InputStream in = classFile("/" + Item.class.getName().replace('.', '/') + ".class")) {
      jar.putNextEntry(new ZipEntry("shop/parts/Item.class"));
      in.transferTo(jar);
    }
    for (Path library : libraries) {
      Files.copy(library, lib.resolve(library.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!contextXml.isEmpty()) {
      Path file = Files.createDirectories(folder.resolve("META-INF")).resolve("context.xml");
      Files.writeString(file, contextXml);
    }
    Files.writeString(folder.resolve("WEB-INF/web.xml"), webXml());
  }

  private static InputStream classFile(String name) throws IOException {
    InputStream in = WebApplication.class.getResourceAsStream(name);
    if (in == null) {
      throw new IOException(name + " is not on the class path");
    }
    return in;
  }

  private String webXml() {
    StringBuilder context = new StringBuilder();
    parameters.forEach(
        (name, value) ->
            context.append(
                """
                  <context-param>
                    <param-name>%s</param-name>
                    <param-value>%s</param-value>
                  </context-param>
                """
                    .formatted(name, value)));
    return """
        <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
          <distributable/>
        %s
          <servlet>
            <servlet-name>shop</servlet-name>
            <servlet-class>shop.ShopServlet</servlet-class>
          </servlet>
          <servlet-mapping>
            <servlet-name>shop</servlet-name>
            <url-pattern>/version</url-pattern>
            <url-pattern>/count</url-pattern>
            <url-pattern>/login</url-pattern>
            <url-pattern>/who</url-pattern>
            <url-pattern>/add</url-pattern>
            <url-pattern>/cart</url-pattern>
            <url-pattern>/libraries</url-pattern>
          </servlet-mapping>
          <session-config>
            <session-timeout>30</session-timeout>
          </session-config>
        </web-app>
        """
        .formatted(context);
  }
}
