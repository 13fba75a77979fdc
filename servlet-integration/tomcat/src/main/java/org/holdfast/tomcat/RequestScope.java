// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomcat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import java.io.IOException;
import java.util.function.Function;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.ApplicationSessionCookieConfig;
import org.holdfast.replication.session.Lookup;
import org.holdfast.servlet.CommitGuard;
import org.holdfast.servlet.CommitGuardedResponse;
import org.holdfast.servlet.session.ClusterLink;
import org.holdfast.servlet.session.RefusalReasons;
import org.holdfast.servlet.session.RoutedId;
import org.holdfast.servlet.session.SessionHolds;
import org.holdfast.servlet.session.SessionUnavailableException;
import org.holdfast.servlet.session.UsedSessions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/*
 * Threads: the request thread, and for asynchronous requests the thread of the application that writes. The container
 * lets only one at a time touch a request, but not always with a happens-before; and at a time-out it does not wait for
 * the application.
 * No lock of its own: `used` knows the sessions, `holds` decides until when they are kept here, each under a lock of its
 * own.
 * I1  whatever happens to a request, its end closes `holds`, so that no session counts it for ever.
 */

/**
 * The sessions that one request uses, and the verdict on its response.
 *
 * <p>Sessions come here in two ways: the manager reports the sessions that it finds for the request
 * on its own thread; and the request is asked for its session when the response is about to commit,
 * since listeners, valves before ours and threads of the application find sessions too.
 */
final class RequestScope implements CommitGuard {
  private static final Logger log = LoggerFactory.getLogger(RequestScope.class);
  private static final String NOTE = RequestScope.class.getName();
  private static final ThreadLocal<@Nullable RequestScope> CURRENT = new ThreadLocal<>();

  /**
   * A flag that is set while a request is asked for the session it has, not for the one it could
   * have.
   */
  private static final ThreadLocal<@Nullable Boolean> PEEKING = new ThreadLocal<>();

  private final Request request;
  private final Response response;
  private final HoldfastManager manager;
  private final GuardedResponse guarded;
  private final boolean exposeProtection;

  private final UsedSessions<HoldfastSession> used;
  private final SessionHolds holds;
  private final SharedCookie cookie;

  private volatile boolean failed;

  /**
   * The id that the client asked for and no node knows; null if none. Ids come from the cluster, so
   * it stays unknown.
   */
  private volatile @Nullable String unknownId;

  /** The last id that this request gave a session; null if none. */
  private volatile @Nullable String drawnId;

  private boolean listening;

  private RequestScope(
      Request request, Response response, HoldfastManager manager, boolean exposeProtection) {
    this.request = request;
    this.response = response;
    this.manager = manager;
    this.exposeProtection = exposeProtection;
    this.holds = new SessionHolds(manager.cluster().requests());
    this.used = new UsedSessions<>(request.getContext().getName(), exposeProtection);
    this.guarded = new GuardedResponse(response, this);
    this.cookie = new SharedCookie(request.getRequestedSessionId());
  }

  /**
   * Returns the scope of {@code request}, which is the same again when it is dispatched
   * asynchronously.
   *
   * @param manager of the web application that the request is for
   */
  static RequestScope of(
      Request request, Response response, HoldfastManager manager, boolean exposeProtection) {
    RequestScope known = of(response.getResponse());
    if (known != null) {
      return known;
    }
    if (request.getDispatcherType() == DispatcherType.ASYNC
        && request.getNote(NOTE) instanceof RequestScope scope) {
      // A valve before ours has put another response back when the first dispatch was over.
      response.setResponse(scope.guarded);
      return scope;
    }
    RequestScope scope = new RequestScope(request, response, manager, exposeProtection);
    response.setResponse(scope.guarded);
    if (manager.mayHaveBeenFoundUnscoped()) {
      scope.adoptCurrentSession();
    }
    return scope;
  }

  /** Returns the scope whose guarded response {@code response} is or wraps, null if none. */
  static @Nullable RequestScope of(ServletResponse response) {
    ServletResponse current = response;
    while (current instanceof ServletResponseWrapper wrapper) {
      if (current instanceof CommitGuardedResponse guarded
          && guarded.guard() instanceof RequestScope scope) {
        return scope;
      }
      current = wrapper.getResponse();
    }
    return null;
  }

  /** Returns the scope of the request that this thread works on, null on any other thread. */
  static @Nullable RequestScope current() {
    return CURRENT.get();
  }

  /** Returns whether look-ups on this thread must find nothing. */
  static boolean isPeeking() {
    return PEEKING.get() != null;
  }

  /**
   * Makes this the scope of the current thread, one of the container's, until {@link #leave}. To be
   * followed by that call also if this one throws. Returns false if the request has come too late,
   * and is refused.
   */
  @CanIgnoreReturnValue
  boolean makeCurrent() {
    CURRENT.set(this);
    guarded.resume();
    if (holds.attach()) {
      return true;
    }
    refuse(RefusalReasons.stopping(request.getContext().getName()));
    return false;
  }

  /**
   * Makes {@code previous} the scope of the current thread again. To set null costs a fraction of a
   * removal, and leaves nothing behind that could keep a class loader alive.
   */
  static void leave(@Nullable RequestScope previous) {
    CURRENT.set(previous);
  }

  /**
   * Asks {@code cluster} for a session, but only once for an id that no node knows. The container
   * looks the id up before the application does, and while a node hangs each look-up takes its
   * time.
   */
  Lookup lookUp(RoutedId id, Function<RoutedId, Lookup> cluster) {
    if (id.id().equals(unknownId)) {
      return new Lookup.Unknown();
    }
    Lookup answer = cluster.apply(id);
    if (answer instanceof Lookup.Unknown) {
      unknownId = id.id();
    }
    return answer;
  }

  /** Returns whether the request uses a session that had {@code id} before its id was changed. */
  boolean hasUnderAnotherId(RoutedId id) {
    return used.anyMatch(session -> session.replicated().hadId(id.id()));
  }

  /**
   * Keeps {@code session} here for this request; returns false if it belongs to another node now.
   */
  boolean enter(HoldfastSession session) {
    if (!holds.enter(session)) {
      return false;
    }
    use(session);
    return true;
  }

  /** Takes charge of a session that has been entered once more on behalf of this request. */
  void keepEntered(HoldfastSession session) {
    holds.keep(session);
    use(session);
  }

  /** Has {@code session} committed before the response may tell of it. */
  void use(HoldfastSession session) {
    session.markGuarded();
    used.add(session);
  }

  /** Turns the response into a refusal from now on, whatever the application does. */
  void refuse(String reason) {
    used.refuse(reason);
  }

  /** Notes that the request gave a session of {@code owner} its id, at its begin or later. */
  void drew(String id, HoldfastManager owner) {
    if (!isOfOtherContext(owner)) {
      drawnId = id;
    }
  }

  /**
   * Returns whether the client knows the session by the id that it has now: false if another
   * request has given it a new one. See {@link UsedSessions#mayTell}.
   */
  boolean knowsItsSession() {
    // Tomcat keeps the requested id up to date when this request changes it.
    return !isFormer(request.getRequestedSessionId()) && !isFormer(drawnId);
  }

  private boolean isFormer(@Nullable String sent) {
    RoutedId id = sent == null ? null : RoutedId.parse(sent).of(manager.cluster()::isOwn);
    return id != null && hasUnderAnotherId(id);
  }

  /**
   * Has the client's cookie name this node as the route, if {@code requestedId} came in one and
   * named another. The cookie leaves only if the session still has that id when the response
   * commits.
   *
   * @param id the part of it that is the session's
   */
  void rewriteRoute(String requestedId, RoutedId id, HoldfastSession session) {
    String route = session.owner().route();
    if (route != null
        && !route.equals(id.route())
        && request.isRequestedSessionIdFromCookie()
        && requestedId.equals(request.getRequestedSessionId())) {
      // The requested id of the request stays what the client sent.
      response.addSessionCookieInternal(
          ApplicationSessionCookieConfig.createSessionCookie(
              request.getContext(), session.getIdInternal(), request.isSecure()));
    }
  }

  /**
   * Returns whether the request was dispatched to the context of {@code other} from another
   * context.
   */
  boolean isOfOtherContext(HoldfastManager other) {
    return other != manager;
  }

  /** Returns the id of the client's session in another context; null if there is none. */
  @Nullable RoutedId idIn(HoldfastManager other) {
    return cookie.idIn(other);
  }

  /**
   * Checks that a dispatch to another context may begin a session there: only this response can
   * tell the client of it.
   *
   * @throws IllegalStateException if the response cannot do so any more
   */
  void checkMayBegin(HoldfastManager other) {
    if (isOfOtherContext(other)
        && response.isCommitted()
        && SharedCookie.usesCookies(other.getContext())) {
      throw new IllegalStateException(
          "a session of "
              + other.getContext().getName()
              + " cannot be created: the response is committed, so the client would not receive the"
              + " session id");
    }
  }

  /** See {@link #checkMayBegin}. */
  void begun(HoldfastSession session) {
    if (isOfOtherContext(session.owner())) {
      cookie.begun(session, session.owner());
    }
  }

  /**
   * Returns the requested id as the client sent it, or as the application changed it; null if there
   * is none.
   */
  @Nullable String requestedId() {
    return request.getRequestedSessionId();
  }

  /**
   * Adds the session that the request has now to the used ones, and returns it; null if there is
   * none.
   */
  private @Nullable HoldfastSession adoptCurrentSession() {
    Session current;
    PEEKING.set(Boolean.TRUE);
    try {
      current = request.getSessionInternal(false);
    } catch (SessionUnavailableException e) {
      refuse(RefusalReasons.TIMED_OUT);
      return null;
    } finally {
      PEEKING.set(null);
    }
    if (!(current instanceof HoldfastSession session)) {
      return null;
    }
    if (!used.contains(session) && !enter(session)) {
      use(session);
    }
    return session;
  }

  @Override
  public Verdict beforeCommit() {
    return commit(false);
  }

  /**
   * @param isLast whether the request is over, so that the response may tell of protection
   */
  private Verdict commit(boolean isLast) {
    HoldfastSession own = used.isRefused() || failed ? null : adoptCurrentSession();
    if (failed && !used.isRefused()) {
      return Verdict.PROCEED;
    }
    boolean answered = response.isCommitted();
    // Then only what listeners changed afterwards concerns the response.
    boolean over = holds.isClosed();
    UsedSessions.@Nullable Committed committed =
        used.commitOrRefuse(session -> over || (answered && holds.hasLeft(session)));
    if (committed == null) {
      return Verdict.REFUSE;
    }
    if (isLast && exposeProtection && committed.any() && !(over && committed.allProtected())) {
      committed.reportProtection(response::setHeader);
    }
    if (!answered) {
      ClusterLink cluster = manager.cluster();
      cookie.dropStale(request, response, cluster, id -> !cluster.isOwn(id) || used.mayTell(id));
      cookie.complete(request, response, own, manager, this::knowsItsSession);
    }
    holds.answered();
    return Verdict.PROCEED;
  }

  /**
   * Replicates for the last time, and ends the request. The application is done with the response,
   * and the container is about to finish it.
   *
   * @throws IllegalArgumentException if the session is too large although all that made it larger
   *     is held back; the response is empty then
   */
  void end() {
    try {
      answer();
    } finally {
      try {
        holds.close();
      } finally {
        holds.over();
      }
    }
  }

  /**
   * Replicates like {@link #end}, but keeps the sessions here, since the request still runs for a
   * moment.
   */
  void answer() {
    try {
      if (commit(true) == Verdict.REFUSE) {
        refuseResponse();
      } else {
        finishResponse();
      }
    } catch (RuntimeException e) {
      // Thrown once: the error page for it must not fail for the same reason.
      failed = true;
      if (response.isCommitted()) {
        guarded.breakOff();
      } else {
        response.setSuspended(false);
        response.reset();
        guarded.forget();
      }
      throw e;
    }
  }

  private void finishResponse() {
    try {
      if (!guarded.finish(() -> {})) {
        throw new IllegalStateException(
            "the end of a response waits for a container that takes it");
      }
    } catch (IOException e) {
      log.debug("the client disconnected before the end of its response", e);
    }
  }

  Response response() {
    return response;
  }

  /** Returns the response that pages are to write to. */
  CommitGuardedResponse guarded() {
    return guarded;
  }

  private void refuseResponse() {
    response.setSuspended(false);
    response.setAppCommitted(false);
    // The page of an error that the application made would replace the refusal.
    response.resetError();
    request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
    // A log that shows session ids would ask the cluster once more, outside of any scope.
    request.setRequestedSessionId(null);
    if (guarded.isRefused()) {
      return;
    }
    try {
      guarded.refuse();
    } catch (IOException e) {
      log.debug("the client disconnected before it received 503", e);
    }
  }

  /**
   * Keeps the scope open until the asynchronous request is complete and, if {@code isHeard}, until
   * listeners have received that.
   */
  void awaitCompletion(boolean isHeard) {
    if (!listening) {
      listening = true;
      request.setNote(NOTE, this);
      request.getAsyncContextInternal().addListener(new AsyncEnd(this, isHeard));
    }
    holds.detach(response.isCommitted());
  }
}
