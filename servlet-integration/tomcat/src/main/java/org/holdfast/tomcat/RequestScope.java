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
 * lets only one at a time touch a request, but not always with a happens-before. When an asynchronous request times out,
 * the container does not wait for the application.
 * No lock of its own: `used` collects the sessions, `holds` decides how long this node keeps them, each under its own lock.
 * I1  every request ends with holds.close(), also if something throws: a session that still counts a request never moves.
 */

/**
 * The sessions that one request uses, and the verdict on its response. {@link ReplicationValve}
 * creates and ends it.
 *
 * <p>The scope collects sessions in two ways. The manager reports each session that it finds on the
 * thread of the request. And before the response commits, the scope asks the request for its
 * session: listeners, valves before ours and threads of the application may have found one.
 */
final class RequestScope implements CommitGuard {
  private static final Logger log = LoggerFactory.getLogger(RequestScope.class);
  private static final String NOTE = RequestScope.class.getName();
  private static final ThreadLocal<@Nullable RequestScope> CURRENT = new ThreadLocal<>();

  /**
   * A flag that is set while the scope asks the request for its session. The manager's look-up
   * finds nothing then, so the request returns only a session that it has already.
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

  /** A flag that is set once the last commit has thrown; the error page then leaves unchecked. */
  private volatile boolean failed;

  /**
   * The requested id, once the cluster has answered that no node knows it; null before. No later
   * session gets this id, since the cluster draws all ids.
   */
  private volatile @Nullable String unknownId;

  /** The last id that this request gave a session; null if none. */
  private volatile @Nullable String drawnId;

  /** A flag that is set once {@link AsyncEnd} listens to the end of the request. */
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
   * Returns the scope of {@code request}, and creates it at the first dispatch. An asynchronous
   * dispatch returns the same scope again.
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

  /** Returns whether look-ups of the manager on this thread must find nothing. */
  static boolean isPeeking() {
    return PEEKING.get() != null;
  }

  /**
   * Makes this the scope of the current thread, one of the container's, until {@link #leave}. The
   * caller calls that also if this method throws. Returns false, and refuses the request, if the
   * web application is being stopped.
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
   * Makes {@code previous} the scope of the current thread again. Sets null instead of a removal,
   * which costs more; null keeps no class loader alive.
   */
  static void leave(@Nullable RequestScope previous) {
    CURRENT.set(previous);
  }

  /**
   * Asks {@code cluster} for a session, but only once for an id that no node knows. Tomcat looks
   * the id up, and then the application does. While a node hangs, each such look-up takes long.
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

  /** Adds {@code session} to those that are committed before the response. */
  void use(HoldfastSession session) {
    session.markGuarded();
    used.add(session);
  }

  /** Turns the response into a refusal from now on, whatever the application does. */
  void refuse(String reason) {
    used.refuse(reason);
  }

  /**
   * Notes the id that the request gave a session of {@code owner}, as it created the session or
   * changed its id. Ignores sessions of other contexts.
   */
  void drew(String id, HoldfastManager owner) {
    if (!isOfOtherContext(owner)) {
      drawnId = id;
    }
  }

  /**
   * Returns whether the response may contain the id of the session: false if another request has
   * given the session a new id. See {@link UsedSessions#mayTell}.
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
   * Sets the session cookie with this node as the route, if {@code requestedId} came in a cookie
   * and named another node. {@link SharedCookie#dropStale} removes the cookie again if the session
   * has another id when the response commits.
   *
   * @param id the part of {@code requestedId} that belongs to the session
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
   * Checks that a dispatch to another context may begin a session there: the client receives its id
   * by the cookie of this response.
   *
   * @throws IllegalStateException if the response is committed
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

  /** Notes a session that the request has begun in another context; ignores other sessions. */
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
   * Replicates the used sessions and sets the headers that depend on them.
   *
   * @param isLast whether the request is over, so that the response may report the protection
   */
  private Verdict commit(boolean isLast) {
    HoldfastSession own = used.isRefused() || failed ? null : adoptCurrentSession();
    if (failed && !used.isRefused()) {
      return Verdict.PROCEED;
    }
    boolean answered = response.isCommitted();
    // Once closed, only changes that listeners made at the end of the request matter.
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
   * Replicates for the last time, finishes the response and ends the request. Called when the
   * application is done with the response, before Tomcat finishes it. Called again after listeners
   * and error pages that come later.
   *
   * @throws IllegalArgumentException if the session is too large, even without the attributes that
   *     made it larger; the response is empty then
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
   * Replicates and finishes the response like {@link #end}, but the request goes on and keeps its
   * sessions on this node.
   */
  void answer() {
    try {
      if (commit(true) == Verdict.REFUSE) {
        refuseResponse();
      } else {
        finishResponse();
      }
    } catch (RuntimeException e) {
      // From now on commits do nothing: the error page must not fail for the same reason.
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

  /** Answers 503, or breaks the response off once it is committed. */
  private void refuseResponse() {
    response.setSuspended(false);
    response.setAppCommitted(false);
    // Otherwise Tomcat would replace the refusal by an error page for an exception of the page.
    response.resetError();
    request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
    // An access log that shows session ids would look the id up again, outside of any scope.
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
   * Keeps the scope open until the asynchronous request is complete.
   *
   * @param endsAreHeard see {@link AsyncEnd}
   */
  void awaitCompletion(boolean endsAreHeard) {
    if (!listening) {
      listening = true;
      request.setNote(NOTE, this);
      request.getAsyncContextInternal().addListener(new AsyncEnd(this, endsAreHeard));
    }
    holds.detach(response.isCommitted());
  }
}
