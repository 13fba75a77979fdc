// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A web application of somebody else's: its servlet and the class that its sessions hold are in a
 * library of its own. {@code /basket} answers {@code items=1}, {@code items=2} and so on, and
 * behind that which version of the application it is, unless it is the first.
 */
public final class ShopWar {
  /** Versions of the application. */
  public enum Version {
    FIRST("int items;", "basket.items++;", ""),

    /** Baskets have a coupon, of a class that the first version lacks. */
    WITH_COUPON(
        """
        int items;
          public static class Coupon implements Serializable {
            int madeAt;
          }
          Coupon coupon;""",
        """
        basket.items++;
          if (basket.coupon == null) {
            basket.coupon = new Basket.Coupon();
            basket.coupon.madeAt = basket.items;
          }""",
        " with coupon"),

    /** Its baskets count in words, so that neither version can read the other's. */
    IN_WORDS(
        "String items = \"0\";",
        "basket.items = Integer.toString(1 + Integer.parseInt(basket.items));",
        " in words");

    private final String fields;
    private final String put;
    private final String answer;

    Version(String fields, String put, String answer) {
      this.fields = fields;
      this.put = put;
      this.answer = answer;
    }

    private String source() {
      return SOURCE
          .replace("FIELDS", fields)
          .replace("PUT", put)
          .replace("ANSWER", "\"" + answer + "\"");
    }
  }

  private static final String SOURCE =
      """
      package shop;

      import jakarta.servlet.http.HttpServlet;
      import jakarta.servlet.http.HttpServletRequest;
      import jakarta.servlet.http.HttpServletResponse;
      import jakarta.servlet.http.HttpSession;
      import java.io.IOException;
      import java.io.Serializable;

      public class BasketServlet extends HttpServlet {
        public static class Basket implements Serializable {
          FIELDS
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
          HttpSession session = request.getSession();
          Basket basket = (Basket) session.getAttribute("basket");
          if (basket == null) {
            basket = new Basket();
          }
          PUT
          session.setAttribute("basket", basket);
          response.setContentType("text/plain");
          response.getWriter().print("items=" + basket.items + ANSWER);
        }
      }
      """;
  private static final String WEB_XML =
      """
      <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
        <session-config>
          <cookie-config>
            <name>COOKIE</name>
          </cookie-config>
        </session-config>
        <distributable/>
        <servlet>
          <servlet-name>basket</servlet-name>
          <servlet-class>shop.BasketServlet</servlet-class>
        </servlet>
        <servlet-mapping>
          <servlet-name>basket</servlet-name>
          <url-pattern>/basket</url-pattern>
        </servlet-mapping>
      </web-app>
      """;

  private ShopWar() {}

  /** Builds it in {@code directory}. */
  public static Path create(Path directory) throws IOException {
    return create(directory, Version.FIRST);
  }

  /**
   * Builds a version of it.
   *
   * @param directory made if it is not there; one for each version
   */
  public static Path create(Path directory, Version version) throws IOException {
    return create(directory, version, "JSESSIONID");
  }

  /**
   * Builds a version of it with a session cookie of another name.
   *
   * @param directory made if it is not there; one for each version
   */
  public static Path create(Path directory, Version version, String cookie) throws IOException {
    Path source =
        Files.writeString(
            Files.createDirectories(directory).resolve("BasketServlet.java"), version.source());
    Path classes = Files.createDirectories(directory.resolve("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(status).as("exit code of the compiler").isZero();
    Path war = directory.resolve("shop.war");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(war))) {
      put(
          out,
          "WEB-INF/web.xml",
          WEB_XML.replace("COOKIE", cookie).getBytes(StandardCharsets.UTF_8));
      put(out, "WEB-INF/lib/shop.jar", library(classes));
    }
    return war;
  }

  private static byte[] library(Path classes) throws IOException {
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(jar);
        Stream<Path> files = Files.walk(classes)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      for (Path file : all) {
        put(out, classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return jar.toByteArray();
  }

  private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }
}
