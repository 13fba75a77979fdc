// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebXmlTest {
  @Test
  void isDistributable_whenTheRootHasThatElement() throws XMLStreamException {
    WebXml descriptor =
        read(
            "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'><distributable/>"
                + "<listener><listener-class> a.B </listener-class></listener>"
                + "<listener><listener-class>a.C</listener-class></listener></web-app>");

    assertThat(descriptor.exists()).isTrue();
    assertThat(descriptor.distributable()).isTrue();
    assertThat(descriptor.complete()).isFalse();
    assertThat(descriptor.listeners()).containsExactly("a.B", "a.C");
  }

  @Test
  void isNotDistributable_whenTheElementIsElsewhereOrACommentOrText() throws XMLStreamException {
    assertThat(
            read("<web-app><!-- <distributable/> --><x><distributable/></x></web-app>")
                .distributable())
        .isFalse();
    assertThat(read("<web-app><![CDATA[<distributable/>]]></web-app>").distributable()).isFalse();
    assertThat(read("<web-app metadata-complete='true'/>").complete()).isTrue();
  }

  @Test
  void tellsLoginsThatTheContainerKeepsInASession() throws XMLStreamException {
    String form = "<login-config><auth-method> FORM </auth-method></login-config>";

    assertThat(read("<web-app>" + form + "</web-app>").logsInBySession()).isTrue();
    assertThat(read("<web-app>" + form.replace("FORM", "BASIC") + "</web-app>").logsInBySession())
        .isFalse();
    assertThat(read("<web-app><x>" + form + "</x></web-app>").logsInBySession()).isFalse();
    assertThat(read("<web-app/>").logsInBySession()).isFalse();
  }

  @Test
  void looksAtNothingOutside_whenTheFileNamesEntities(@TempDir Path folder) throws Exception {
    Path outside = Files.writeString(folder.resolve("outside.xml"), "<distributable/>");
    String doctype =
        "<!DOCTYPE web-app SYSTEM '"
            + folder.resolve("missing.dtd").toUri()
            + "' [<!ENTITY outside SYSTEM '"
            + outside.toUri()
            + "'>]>";

    WebXml descriptor =
        read(
            doctype
                + "<web-app>&outside;<listener><listener-class>a.B</listener-class></listener></web-app>");

    assertThat(descriptor.distributable()).isFalse();
    assertThat(descriptor.listeners()).containsExactly("a.B");
  }

  @Test
  void readsNoBombs_ofEntitiesInEntities() throws XMLStreamException {
    String bomb =
        "<!DOCTYPE web-app [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>";

    assertThat(
            read(bomb
                    + "<web-app><listener><listener-class>&b;</listener-class></listener></web-app>")
                .listeners())
        .containsExactly("");
  }

  private static WebXml read(String text) throws XMLStreamException {
    return WebXml.read(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }
}
