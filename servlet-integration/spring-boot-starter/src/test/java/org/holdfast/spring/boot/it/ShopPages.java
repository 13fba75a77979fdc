// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.spring.boot.it;

import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.security.Principal;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Pages for users who are logged in. */
@RestController
public class ShopPages {
  final CountDownLatch slowPageRuns = new CountDownLatch(1);
  final CountDownLatch slowPageMayGoOn = new CountDownLatch(1);
  private final Basket basket;

  /**
   * @param basket a proxy for that of the request's session
   */
  ShopPages(Basket basket) {
    this.basket = basket;
  }

  @GetMapping("/whoami")
  String whoami(Principal user) {
    return user.getName();
  }

  @GetMapping("/token")
  String token(CsrfToken token) {
    return token.getToken();
  }

  @GetMapping("/basket")
  String basket() {
    return String.join(",", basket.items());
  }

  @PostMapping("/basket")
  String add(@RequestParam("item") String item) {
    basket.add(item);
    return basket();
  }

  /** Sets a list once, and only changes it from then on. */
  @GetMapping("/note")
  String note(HttpSession session, @RequestParam("text") String text) {
    if (session.getAttribute("notes") instanceof Notes notes) {
      notes.texts.add(text);
      return String.join(",", notes.texts);
    }
    Notes notes = new Notes();
    notes.texts.add(text);
    session.setAttribute("notes", notes);
    return text;
  }

  /** Does as {@link #note} once the test lets it. */
  @GetMapping("/slow-note")
  String slowNote(HttpSession session, @RequestParam("text") String text)
      throws InterruptedException {
    slowPageRuns.countDown();
    if (!slowPageMayGoOn.await(20, TimeUnit.SECONDS)) {
      throw new IllegalStateException("nobody let the page go on within 20 s");
    }
    return note(session, text);
  }

  /** Sets a value whose encoding at the end of the request waits until the test lets it. */
  @GetMapping("/slow-value")
  String slowValue(HttpSession session) {
    SlowValue value = new SlowValue();
    session.setAttribute("slow", value);
    value.waits = true;
    return "set";
  }

  /** A value whose encoding waits, once it has been set. */
  static final class SlowValue implements Serializable {
    private static final long serialVersionUID = 1L;

    static final CountDownLatch isEncoded = new CountDownLatch(1);
    static final CountDownLatch mayBeEncoded = new CountDownLatch(1);

    private boolean waits;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      if (!waits) {
        return;
      }
      isEncoded.countDown();
      try {
        if (!mayBeEncoded.await(20, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody let the value be encoded within 20 s");
        }
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
  }

  private static final class Notes implements Serializable {
    private static final long serialVersionUID = 1L;
    final ArrayList<String> texts = new ArrayList<>();
  }

  /** Sets what cannot be replicated, and tells whether it is there. */
  @GetMapping("/thread")
  String thread(HttpSession session) {
    session.setAttribute("thread", new Thread("never started"));
    return String.valueOf(session.getAttribute("thread") != null);
  }
}
