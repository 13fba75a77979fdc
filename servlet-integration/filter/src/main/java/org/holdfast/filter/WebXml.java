// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of {@code web.xml} that concern sessions. The parser ignores DTD and entities, so it
 * opens no other file. Immutable; the thread that starts the application reads it.
 *
 * @param exists whether the application has the file and it could be read
 * @param distributable whether it has {@code <distributable/>}
 * @param complete whether it has {@code metadata-complete}, which turns annotations off
 * @param listeners the names of the listener classes, in the order of the file
 * @param loginMethod the text of {@code <auth-method>}; empty if there is none
 */
record WebXml(
    boolean exists,
    boolean distributable,
    boolean complete,
    List<String> listeners,
    String loginMethod) {
  private static final Logger log = LoggerFactory.getLogger(WebXml.class);
  private static final String PLACE = "/WEB-INF/web.xml";
  private static final WebXml EMPTY = new WebXml(false, false, false, List.of(), "");

  /**
   * Returns the descriptor of an application; an empty one if there is none, or if it cannot be
   * read, which is logged.
   */
  static WebXml of(ServletContext context) {
    try (InputStream in = context.getResourceAsStream(PLACE)) {
      return in == null ? EMPTY : read(in);
    } catch (IOException | XMLStreamException e) {
      log.warn(
          "{} of web application {} cannot be read, so Holdfast does not know whether the"
              + " application is distributable. Set holdfast.enabled. {}",
          PLACE,
          context.getContextPath(),
          e.getMessage());
      return EMPTY;
    }
  }

  /**
   * Returns whether the container keeps logins in one of its own sessions, which the filter does
   * not replicate. Other methods, such as {@code BASIC}, need no session: each request has the
   * login.
   */
  boolean logsInBySession() {
    return loginMethod.equals("FORM");
  }

  static WebXml read(InputStream in) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    XMLStreamReader reader = factory.createXMLStreamReader(in);
    boolean distributable = false;
    boolean complete = false;
    List<String> listeners = new ArrayList<>();
    String loginMethod = "";
    List<String> path = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        path.add(reader.getLocalName());
        text.setLength(0);
        distributable |= path.equals(List.of("web-app", "distributable"));
        complete |=
            path.size() == 1 && "true".equals(reader.getAttributeValue(null, "metadata-complete"));
      } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        text.append(reader.getText());
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        if (path.equals(List.of("web-app", "listener", "listener-class"))) {
          listeners.add(text.toString().trim());
        } else if (path.equals(List.of("web-app", "login-config", "auth-method"))) {
          loginMethod = text.toString().trim();
        }
        path.remove(path.size() - 1);
        text.setLength(0);
      }
    }
    return new WebXml(true, distributable, complete, List.copyOf(listeners), loginMethod);
  }
}
