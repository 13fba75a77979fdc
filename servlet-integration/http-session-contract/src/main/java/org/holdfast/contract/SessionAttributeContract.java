// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionEvent;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract that the attributes of a session are there on every node. */
abstract class SessionAttributeContract extends ContractTopic {
  private static final int LARGE_CHARS = 1_000_000;
  private static final int PARALLEL = 12;

  SessionAttributeContract(ContainerUnderTest container) {
    super(container);
  }

  @Override
  List<ContractApplication> applications() {
    ContractApplication root = ContractApplication.at("");
    return List.of(pages(root, root.gates()), pages(local(), root.gates()));
  }

  private static ContractApplication local() {
    return ContractApplication.at("/local").notDistributable();
  }

  /**
   * @param gates of the root application, which the test opens
   */
  private static ContractApplication pages(ContractApplication application, Gates gates) {
    return application
        .page("/put", CommonPages::put)
        .page("/read", CommonPages::read)
        .page("/names", SessionAttributeContract::names)
        .page("/remove", (q, r) -> q.getSession().removeAttribute(q.getParameter("name")))
        .page("/put-null", (q, r) -> q.getSession().setAttribute(q.getParameter("name"), null))
        .page("/large", (q, r) -> q.getSession().setAttribute("x", "y".repeat(LARGE_CHARS)))
        .page("/length", (q, r) -> r.getWriter().print(length(q)))
        .page("/begin-list", (q, r) -> q.getSession().setAttribute("list", new ArrayList<>()))
        .page("/append", (q, r) -> r.getWriter().print(append(q)))
        .page("/keep-list", SessionAttributeContract::keepList)
        .page("/append-to-kept", (q, r) -> appendToKept(q, gates))
        .page("/begin-sharing", SessionAttributeContract::beginSharing)
        .page("/append-inner", SessionAttributeContract::appendInner)
        .page("/sharing", SessionAttributeContract::sharing)
        .page("/append-thread", (q, r) -> r.getWriter().print(appendThread(q)))
        .page("/copy-with-thread", SessionAttributeContract::copyWithThread)
        .page("/put-again", SessionAttributeContract::putAgain)
        .page("/mend-list", (q, r) -> r.getWriter().print(mendList(q)))
        .page("/put-busy", (q, r) -> q.getSession().setAttribute("busy", new BusyValue()))
        .page("/keep-busy", (q, r) -> keepBusy(q, gates))
        .page("/busy-encodings", (q, r) -> r.getWriter().print(BusyValue.encodings))
        .page("/put-moody", (q, r) -> q.getSession().setAttribute("moody", new MoodyValue()))
        .page("/change-moody", (q, r) -> r.getWriter().print(changeMoody(q)))
        .page("/put-thread", SessionAttributeContract::putThread)
        .page("/put-parting", SessionAttributeContract::putParting)
        .page("/count-one", (q, r) -> countOne(q, gates));
  }

  private static void names(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response
        .getWriter()
        .print(new TreeSet<>(Collections.list(request.getSession().getAttributeNames())));
  }

  private static int length(HttpServletRequest request) {
    return String.valueOf(request.getSession().getAttribute("x")).length();
  }

  @SuppressWarnings("unchecked")
  private static List<String> append(HttpServletRequest request) {
    List<String> list = (List<String>) request.getSession().getAttribute("list");
    list.add(request.getParameter("value"));
    return list;
  }

  /** Keeps the list where requests find it that do not ask the session for it. */
  private static void keepList(HttpServletRequest request, HttpServletResponse response) {
    request.getServletContext().setAttribute("kept", request.getSession().getAttribute("list"));
  }

  /** Uses the session, but asks it for no attribute. */
  @SuppressWarnings("unchecked")
  private static void appendToKept(HttpServletRequest request, Gates gates) {
    request.getSession();
    gates.pass("kept");
    List<String> kept = (List<String>) request.getServletContext().getAttribute("kept");
    kept.add(request.getParameter("value"));
  }

  private static void beginSharing(HttpServletRequest request, HttpServletResponse response) {
    List<String> inner = new ArrayList<>();
    List<Object> outer = new ArrayList<>();
    outer.add(inner);
    request.getSession().setAttribute("inner", inner);
    request.getSession().setAttribute("outer", outer);
  }

  @SuppressWarnings("unchecked")
  private static void appendInner(HttpServletRequest request, HttpServletResponse response) {
    List<String> inner = (List<String>) request.getSession().getAttribute("inner");
    inner.add(request.getParameter("value"));
  }

  private static void sharing(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    List<?> outer = (List<?>) session.getAttribute("outer");
    Object part = outer.get(0);
    Object inner = session.getAttribute("inner");
    response.getWriter().print(outer + " " + (part == inner));
  }

  @SuppressWarnings("unchecked")
  private static int appendThread(HttpServletRequest request) {
    List<Object> list = (List<Object>) request.getSession().getAttribute("list");
    list.add(new Thread(() -> {}));
    return list.size();
  }

  @SuppressWarnings("unchecked")
  private static void copyWithThread(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession();
    List<Object> copy = new ArrayList<>((List<Object>) session.getAttribute("list"));
    copy.add(new Thread(() -> {}));
    session.setAttribute("list", copy);
  }

  private static void putAgain(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession();
    String name = request.getParameter("name");
    session.setAttribute(name, session.getAttribute(name));
  }

  @SuppressWarnings("unchecked")
  private static List<Object> mendList(HttpServletRequest request) {
    List<Object> list = (List<Object>) request.getSession().getAttribute("list");
    list.removeIf(Thread.class::isInstance);
    list.add("again");
    return list;
  }

  private static void keepBusy(HttpServletRequest request, Gates gates) {
    BusyValue value = (BusyValue) request.getSession().getAttribute("busy");
    BusyValue.encodings = 0;
    value.isChanging = true;
    gates.pass(request.getParameter("gate"));
    int before = value.changes;
    value.changes = before + 1;
    value.isChanging = false;
  }

  private static MoodyValue changeMoody(HttpServletRequest request) {
    MoodyValue value = (MoodyValue) request.getSession().getAttribute("moody");
    value.text = request.getParameter("text");
    value.mood = request.getParameter("mood");
    return value;
  }

  /** Puts a thread into the session, which cannot be sent to another node. */
  private static void putThread(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession();
    session.setAttribute("before", "kept");
    try {
      session.setAttribute("bad", new Thread(() -> {}));
      response.getWriter().print("accepted");
    } catch (IllegalArgumentException e) {
      response.getWriter().print("refused, bad=" + session.getAttribute("bad"));
    }
  }

  private static void putParting(HttpServletRequest request, HttpServletResponse response) {
    request.getSession().setAttribute("spoilt", new SpoiltValue());
    request.getSession().setAttribute("parting", new PartingValue());
  }

  private static void countOne(HttpServletRequest request, Gates gates) {
    HttpSession session = request.getSession();
    gates.pass("together " + session.getId());
    session.setAttribute("n" + request.getParameter("name"), request.getParameter("name"));
  }

  @Test
  void areReadOnTheOtherNode_asTheyWerePut() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/put?name=colour&value=green");

    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("tea");
    assertThat(browser.get(b, "/names").body()).isEqualTo("[cart, colour]");
  }

  @Test
  void surviveTheirNode_asTheyWereLast() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(a, "/put?name=cart&value=coffee");
    browser.get(a, "/put?name=gone&value=x");
    browser.get(a, "/remove?name=gone");

    a.kill();

    assertThat(browser.get(b, "/names").body()).isEqualTo("[cart]");
    assertThat(browser.get(b, "/read?name=cart").body()).isEqualTo("coffee");
  }

  @Test
  void areRemoved_whenTheyAreSetToNull() {
    browser.get(a, "/put?name=cart&value=tea");
    browser.get(b, "/put-null?name=cart");

    assertThat(browser.get(b, "/names").body()).isEqualTo("[]");
    assertThat(browser.get(a, "/names").body()).isEqualTo("[]");
  }

  @Test
  void mayBeLarge() {
    browser.get(a, "/large");

    assertThat(browser.get(b, "/length").body()).isEqualTo(Integer.toString(LARGE_CHARS));
  }

  @Test
  void keepWhatWasChangedInThem_withoutBeingPutAgain() {
    browser.get(a, "/begin-list");
    browser.get(a, "/append?value=one");

    assertThat(browser.get(b, "/append?value=two").body()).isEqualTo("[one, two]");
    assertThat(browser.get(a, "/append?value=three").body()).isEqualTo("[one, two, three]");
  }

  @Test
  void keepWhatIsChangedThroughAnother_whichSharesAnObjectWithThem() {
    browser.get(a, "/begin-sharing");
    browser.get(a, "/append-inner?value=one");

    assertThat(browser.get(b, "/sharing").body()).isEqualTo("[[one]] true");
    browser.get(b, "/append-inner?value=two");
    assertThat(browser.get(a, "/sharing").body()).isEqualTo("[[one, two]] true");
  }

  @Test
  void keepWhatIsChangedThroughAReferenceOfAnEndedRequest_whileAnotherRuns() throws Exception {
    browser.get(a, "/begin-list");
    CompletableFuture<Answer> changing = browser.begin(a, "/append-to-kept?value=late");
    awaitReached(a, "kept");
    browser.get(a, "/keep-list");
    open(a, "kept");

    assertThat(isProtected(changing.get(20, TimeUnit.SECONDS))).isTrue();
    assertThat(browser.get(b, "/read?name=list").body()).isEqualTo("[late]");
  }

  @Test
  void areRefusedWithoutATrace_whenTheyCannotBeReplicated() {
    assertThat(browser.get(a, "/put-thread").body()).isEqualTo("refused, bad=null");

    assertThat(browser.get(b, "/names").body()).isEqualTo("[before]");
  }

  @Test
  void stayOnTheirNode_whenTheyCannotBeReplicatedAndTheApplicationIsNotDistributable() {
    assertThat(browser.get(a, "/local/put-thread").body()).isEqualTo("accepted");
    assertThat(browser.get(a, "/local/names").body()).isEqualTo("[bad, before]");
    assertThat(browser.get(a, "/local/read?name=bad").body()).startsWith("Thread[");

    assertThat(browser.get(b, "/local/names").body()).isEqualTo("[before]");
    assertThat(browser.get(b, "/local/read?name=before").body()).isEqualTo("kept");
  }

  @Test
  void keepTheirLastGoodValueElsewhere_onceTheyHaveBecomeImpossibleToReplicate() {
    keepTheirLastGoodValueElsewhere("");
  }

  @Test
  void
      keepTheirLastGoodValueElsewhere_onceTheyHaveBecomeImpossibleToReplicateAndTheApplicationIsNotDistributable() {
    keepTheirLastGoodValueElsewhere("/local");
  }

  @Test
  void keepTheirLastGoodValueElsewhere_whenTheSameValueIsPutAgainThatCannotBeReplicated() {
    browser.get(a, "/local/begin-list");
    browser.get(a, "/local/append?value=keep");
    browser.get(a, "/local/append-thread");

    assertThat(isProtected(browser.get(a, "/local/put-again?name=list"))).isFalse();

    assertThat(browser.get(b, "/local/read?name=list").body()).isEqualTo("[keep]");
  }

  @Test
  void keepTheirLastGoodValueElsewhere_whenAValueReplacesThemThatCannotBeReplicated() {
    browser.get(a, "/local/begin-list");
    assertThat(isProtected(browser.get(a, "/local/append?value=keep"))).isTrue();

    assertThat(isProtected(browser.get(a, "/local/copy-with-thread"))).isFalse();
    Answer read = browser.get(a, "/local/read?name=list");
    assertThat(read.body()).contains("keep", "Thread[");
    assertThat(isProtected(read)).isFalse();

    assertThat(browser.get(b, "/local/read?name=list").body()).isEqualTo("[keep]");
  }

  @Test
  void goToTheOtherNodeAgain_onceTheyReplaceAValueThatCannotBeReplicated() {
    browser.get(a, "/local/begin-list");
    browser.get(a, "/local/append?value=keep");
    browser.get(a, "/local/copy-with-thread");

    Answer mended = browser.get(a, "/local/mend-list");

    assertThat(isProtected(mended)).isTrue();
    assertThat(browser.get(b, "/local/read?name=list").body()).isEqualTo("[keep, again]");
  }

  private void keepTheirLastGoodValueElsewhere(String application) {
    browser.get(a, application + "/begin-list");
    assertThat(isProtected(browser.get(a, application + "/append?value=keep"))).isTrue();

    Answer spoilt = browser.get(a, application + "/append-thread");
    assertThat(spoilt.body()).isEqualTo("2");
    assertThat(isProtected(spoilt)).isFalse();
    Answer more = browser.get(a, application + "/append?value=tea");
    assertThat(more.body()).contains("keep", "Thread[", "tea");
    Answer read = browser.get(a, application + "/read?name=list");
    assertThat(read.body()).contains("Thread[", "tea");
    assertThat(isProtected(read)).isFalse();

    assertThat(browser.get(b, application + "/read?name=list").body()).isEqualTo("[keep]");
  }

  @Test
  void goToTheOtherNodeAgain_onceTheyCanBeReplicatedAgain() {
    goToTheOtherNodeAgain("");
  }

  @Test
  void goToTheOtherNodeAgain_onceTheyCanBeReplicatedAgainAndTheApplicationIsNotDistributable() {
    goToTheOtherNodeAgain("/local");
  }

  private void goToTheOtherNodeAgain(String application) {
    browser.get(a, application + "/begin-list");
    browser.get(a, application + "/append?value=keep");
    assertThat(browser.get(b, application + "/read?name=list").body()).isEqualTo("[keep]");
    assertThat(isProtected(browser.get(a, application + "/append-thread"))).isFalse();

    Answer mended = browser.get(a, application + "/mend-list");

    assertThat(mended.body()).isEqualTo("[keep, again]");
    assertThat(isProtected(mended)).isTrue();
    assertThat(browser.get(b, application + "/read?name=list").body()).isEqualTo("[keep, again]");
  }

  @ParameterizedTest
  @CsvSource({
    "exception, ''",
    "assertion, ''",
    "linkage, ''",
    "memory, ''",
    "stack, ''",
    "io, ''",
    "exception, /local",
    "assertion, /local",
    "linkage, /local",
    "memory, /local",
    "stack, /local",
    "io, /local"
  })
  void keepTheirLastGoodValueElsewhere_whateverTheyThrowWhenTheyAreWritten(
      String mood, String application) {
    Browser other = new Browser();
    for (Browser user : List.of(browser, other)) {
      assertThat(isProtected(user.get(a, application + "/put-moody"))).isTrue();
      String change = application + "/change-moody?text=bad&mood=" + mood;
      assertThat(isProtected(user.get(a, change))).isFalse();
      Answer read = user.get(a, application + "/read?name=moody");
      assertThat(read.body()).isEqualTo("bad");
      assertThat(isProtected(read)).isFalse();
    }

    assertThat(browser.get(b, application + "/read?name=moody").body()).isEqualTo("good");

    String mend = application + "/change-moody?text=mended&mood=good";
    assertThat(isProtected(other.get(a, mend))).isTrue();
    assertThat(other.get(b, application + "/read?name=moody").body()).isEqualTo("mended");
  }

  @Test
  void areEncodedAgain_whenAnotherRequestChangesThemMeanwhile() throws Exception {
    areEncodedAgain("", browser.get(a, "/put-busy"));
  }

  @Test
  void areEncodedAgain_whenAnotherRequestChangesThemMeanwhileAndTheApplicationIsNotDistributable()
      throws Exception {
    areEncodedAgain("/local", browser.get(a, "/local/put-busy"));
  }

  private void areEncodedAgain(String application, Answer put) throws Exception {
    assertThat(isProtected(put)).isTrue();
    String gate = "busy" + application.replace('/', '-');
    CompletableFuture<Answer> changing = browser.begin(a, application + "/keep-busy?gate=" + gate);
    awaitReached(a, gate);

    CompletableFuture<Answer> reading = browser.begin(a, application + "/read?name=busy");
    await()
        .atMost(SOON)
        .until(() -> !new Browser().get(a, application + "/busy-encodings").body().equals("0"));
    open(a, gate);

    assertThat(changing.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    Answer read = reading.get(20, TimeUnit.SECONDS);
    assertThat(read.status()).isEqualTo(200);
    assertThat(isProtected(read)).isTrue();
    assertThat(browser.get(b, application + "/read?name=busy").body()).isEqualTo("changes 1");
  }

  private static boolean isProtected(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return answer.header("X-Holdfast-Protected").orElse("").equals("true");
  }

  @Test
  void keepNoOthersFromGoing_whenTheyBecomeImpossibleToReplicateAsTheSessionGoes() {
    Browser other = new Browser();
    for (Browser user : List.of(browser, other)) {
      user.get(a, "/local/put-parting");
    }
    assertThat(browser.get(b, "/local/read?name=parting").body()).isEqualTo("left 1, other said 1");

    a.stop();

    assertThat(other.get(b, "/local/read?name=parting").body()).isEqualTo("left 1, other said 1");
    assertThat(other.get(b, "/local/read?name=spoilt").body()).isEqualTo("unspoilt");
  }

  @Test
  void giveWayToWhatCanBeReplicated_whenTheyWereNotAndTheApplicationIsNotDistributable() {
    browser.get(a, "/local/put-thread");
    browser.get(a, "/local/put?name=bad&value=good");

    assertThat(browser.get(b, "/local/read?name=bad").body()).isEqualTo("good");
  }

  @Test
  void areAllThere_whenParallelRequestsPutThem() throws Exception {
    browser.get(a, "/put?name=n&value=0");
    List<CompletableFuture<Answer>> requests = new ArrayList<>();
    for (int i = 0; i < PARALLEL; i++) {
      requests.add(browser.begin(a, "/count-one?name=" + i));
    }
    String gate = "together%20" + browser.cookie();
    awaitReached(a, gate);
    open(a, gate);
    for (CompletableFuture<Answer> request : requests) {
      assertThat(request.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
    }

    a.kill();

    String names = browser.get(b, "/names").body();
    for (int i = 0; i < PARALLEL; i++) {
      assertThat(names).contains("n" + i);
    }
  }

  @Test
  void loseNothing_whenRequestsGoToBothNodesInTurn() {
    browser.get(a, "/begin-list");
    for (int i = 0; i < 20; i++) {
      browser.get(i % 2 == 0 ? a : b, "/append?value=" + i);
    }

    String list = browser.get(a, "/read?name=list").body();

    assertThat(list.split(",")).hasSize(20);
  }

  /** A value that cannot be replicated any more once its session has been passivated. */
  static final class SpoiltValue implements HttpSessionActivationListener, Serializable {
    private static final long serialVersionUID = 1L;

    private final List<Object> parts = new ArrayList<>();

    @Override
    public void sessionWillPassivate(HttpSessionEvent event) {
      parts.add(new Thread(() -> {}));
    }

    @Override
    public String toString() {
      return parts.isEmpty() ? "unspoilt" : "spoilt";
    }
  }

  /** A value that, when it is written, throws the exception of its mood. */
  static final class MoodyValue implements Serializable {
    private static final long serialVersionUID = 1L;

    String text = "good";
    String mood = "good";

    private void writeObject(ObjectOutputStream out) throws IOException {
      switch (mood) {
        case "exception" -> throw new IllegalStateException("a getter failed");
        case "assertion" -> throw new AssertionError("a hash code failed");
        case "linkage" -> throw new NoClassDefFoundError("shop/Item");
        case "memory" -> throw new OutOfMemoryError("Java heap space");
        case "stack" -> throw new StackOverflowError();
        case "io" -> throw new NotSerializableException("shop.Item");
        default -> out.defaultWriteObject();
      }
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A value that cannot be encoded while a request is changing it. */
  static final class BusyValue implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The count of failed encodings since a request began to change a value; 1 also for more. */
    static volatile int encodings;

    transient volatile boolean isChanging;
    volatile int changes;

    private void writeObject(ObjectOutputStream out) throws IOException {
      if (isChanging) {
        encodings = 1;
        throw new ConcurrentModificationException("a request changes it");
      }
      out.defaultWriteObject();
    }

    @Override
    public String toString() {
      return "changes " + changes;
    }
  }
}
