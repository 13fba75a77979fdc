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
 * The parts of a deployment descriptor that concern sessions. It is read without DTD and entities,
 * so that nothing outside of the file is looked at.
 *
 * @param exists whether there is one that could be read
 * @param distributable whether it has the element of that name
 * @param complete whether annotations are not to be looked at
 * @param listeners names of the classes, in the order of the file
 * @param loginMethod the way in which the container is to log users in; empty if it says none
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
   * Returns the descriptor of an application; an empty one if there is none or it cannot be read.
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
   * Returns whether the container keeps logins in a session, which is its own and not the filter's.
   * A login by {@code BASIC} or a certificate comes with each request.
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
