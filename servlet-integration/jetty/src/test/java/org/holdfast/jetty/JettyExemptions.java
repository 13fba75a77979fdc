// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.jetty;

import java.util.List;
import java.util.stream.Stream;
import org.holdfast.contract.Exemption;

/** The points of the contract that Jetty does not hold, in the words of the document. */
final class JettyExemptions {
  static final List<Exemption> ALL =
      List.of(
          new Exemption(
              "Security.showsNothingOfTheLogin_amongItsAttributes",
              "Jetty, also without Holdfast, keeps a login in attributes of the session, which the"
                  + " application sees as `org.eclipse.jetty.security.*`."),
          new Exemption(
              "Security.keepsTheFormThatWasPosted_untilTheLoginOnAnotherNodeIsDone",
              "Jetty, also without Holdfast, follows a form login with a GET that has none of the"
                  + " parameters of the form that was posted before."),
          new Exemption(
              "Listeners.areBoundBeforeTheSessionGivesThem_andUnboundAfterwards",
              "Jetty, also without Holdfast, tells a value that it is bound when the session gives"
                  + " it already."),
          new Exemption(
              "Events.letTheRequestGoOn_whenAListenerThrows",
              "Jetty, also without Holdfast, fails the request in which a listener of attributes"
                  + " throws."),
          new Exemption(
              "Tracking.namesTheIdInLinksAsTheCookie",
              "Jetty, also without Holdfast, has a setting of its own for that name,"
                  + " `sessionIdPathParameterName`, whatever the cookie is called."),
          new Exemption(
              "Tracking.tellsNoOtherHostTheId",
              "Jetty, also without Holdfast, writes the id into links to other hosts unless its"
                  + " session handler has `checkingRemoteSessionIdEncoding`."));

  static final List<Exemption> IN_12_0 =
      Stream.concat(
              ALL.stream(),
              Stream.of(
                  new Exemption(
                      "Security.isAskedToLogIn_whenTheApplicationWantsIt",
                      "Jetty 12.0, also without Holdfast, answers `HttpServletRequest.authenticate`"
                          + " with an empty page instead of the login page; 12.1 does not.")))
          .toList();

  private JettyExemptions() {}
}
