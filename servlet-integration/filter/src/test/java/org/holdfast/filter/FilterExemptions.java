// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import java.util.ArrayList;
import java.util.List;
import org.holdfast.contract.Exemption;

/** The points that a filter cannot hold, in the words of its document. */
final class FilterExemptions {
  private static final String LOGIN =
      "but in Undertow: the container keeps its login in a session of its own, which a filter"
          + " cannot reach";
  private static final String ERROR_PAGES =
      "in Grizzly: it serves no error pages of an application";

  private static final String NON_BLOCKING =
      "in Grizzly: it calls a `WriteListener` only after `isReady` has returned false";

  private FilterExemptions() {}

  /** In Undertow, which keeps its login where the filter says. */
  static List<Exemption> ofUndertow() {
    List<Exemption> exemptions = new ArrayList<>();
    exemptions.add(
        new Exemption(
            "Listeners.findTheSession_whenTheyHearOfARequest",
            "the container calls a `ServletRequestListener` before it asks a filter"));
    exemptions.add(
        new Exemption(
            "Events.keepWhatAListenerChanges_whenItHearsOfTheEndOfARequest",
            "the container gives a `ServletRequestListener` a request that has not the filter's"
                + " session"));
    return exemptions;
  }

  /** In containers that the filter alone is in: Jetty with its own session handler. */
  static List<Exemption> ofJetty() {
    List<Exemption> exemptions = ofUndertow();
    for (String test :
        List.of(
            "isLoggedInByAForm_onTheNodeThatItWasSentTo",
            "staysLoggedIn_onTheOtherNode",
            "staysLoggedIn_whenItsNodeDied",
            "canBeLoggedInByAForm_whoseRequestsGoToBothNodesInTurn",
            "isOnTheOtherNode_beforeTheClientHasTheLoginPage",
            "keepsTheFormThatWasPosted_untilTheLoginOnAnotherNodeIsDone",
            "isNotLoggedIn_whenThePasswordIsWrong",
            "changesItsIdAndKeepsItsAttributes_whenItIsLoggedIn",
            "showsNothingOfTheLogin_amongItsAttributes",
            "isLoggedOutEverywhere_onceItIsLoggedOut",
            "isLoggedOutEverywhere_onceItHasEnded",
            "keepsItsAttributes_whenItIsLoggedOut",
            "isAskedToLogIn_whenTheApplicationWantsIt",
            "staysLoggedIn_whenTheApplicationDidItByProgram",
            "staysTheSame_whenTheApplicationLogsInByProgramWithoutAForm")) {
      exemptions.add(new Exemption("Security." + test, LOGIN));
    }
    return exemptions;
  }

  /** In Grizzly's own server. */
  static List<Exemption> ofGrizzly() {
    List<Exemption> exemptions = ofJetty();
    for (String test :
        List.of(
            "tellsNothingInItsLaterPieces_alsoIfItIsWrittenWithoutBlocking",
            "isNotWhole_alsoIfItIsWrittenWithoutBlocking",
            "isBrokenOff_alsoIfItIsWrittenWithoutBlocking")) {
      exemptions.add(new Exemption("Responses." + test, NON_BLOCKING));
    }
    exemptions.add(new Exemption("Dispatch.isKept_whenAnErrorPageBeginsIt", ERROR_PAGES));
    exemptions.add(new Exemption("Dispatch.survivesItsNode_asAnErrorPageLeftIt", ERROR_PAGES));
    exemptions.add(new Exemption("Dispatch.keepsTheStatusOfAnErrorPage", ERROR_PAGES));
    exemptions.add(
        new Exemption("Cookies.tellsNoId_whenItsErrorPageIsLateAndTheIdIsGone", ERROR_PAGES));
    for (String test :
        List.of(
            "isServed_whenEachRequestBringsItsPassword",
            "isNotLoggedIn_whenTheApplicationHasTheWrongPassword",
            "cannotBeLoggedInByProgram_whenItIsAlready")) {
      exemptions.add(new Exemption("Security." + test, "in Grizzly: it has no logins"));
    }
    for (String test :
        List.of(
            "hasTheIntervalThatTheApplicationSetByProgram",
            "neverEndsByTime_whenTheApplicationSetNoneByProgram")) {
      exemptions.add(
          new Exemption(
              "Lifetime." + test, "in Grizzly: it ignores `ServletContext.setSessionTimeout`"));
    }
    exemptions.add(
        new Exemption("WebSockets", "in Grizzly: its own server has no Jakarta WebSockets"));
    exemptions.add(
        new Exemption(
            "Tracking.cannotBeChanged_onceTheApplicationRuns",
            "in Grizzly: it throws another exception, or none"));
    return exemptions;
  }
}
