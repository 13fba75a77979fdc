// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.broken;

import static org.holdfast.drill.broken.Edit.core;
import static org.holdfast.drill.broken.Edit.drill;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds that break a promise. What is wrong with them is changed in the sources and compiled into
 * a directory that comes before the rest of the class path: nothing that is shipped has a switch
 * for mistakes.
 */
public enum BrokenBuild {
  /** Sessions live on one node. Nobody notices where no user has to leave a node. */
  WITHOUT_REPLICATION(List.of("--replication", "off")),

  /**
   * Whoever was primary goes on as if nothing had happened: holders take what it sends, and it
   * serves although the others have gone on without it, or it has just woken. A kill leaves nobody
   * who could.
   */
  WITHOUT_FENCING(
      List.of(),
      core("protocol/SessionState", 3, "epoch.compareTo(promised) < 0", "epoch == null"),
      core("protocol/Cluster", 1, "if (tracker.isExcluded()) {", "if (self == null) {"),
      core("protocol/Replica", 1, "      tellOfSuccessor(from, message);\n", ""),
      core(
          "node/ProtocolThread",
          1,
          "now - lastTickNanos > ReplicaConfig.LONG_PAUSE_NANOS || now - wokenNanos < NEWS_NANOS",
          "false"),
      core(
          "protocol/PauseRecovery",
          1,
          "forNanos > ReplicaConfig.LONG_PAUSE_NANOS",
          "forNanos < 0")),

  /**
   * A node that the others have left out of their view goes on in a view of its own: it asks nobody
   * whether its sessions have successors, nobody tells it, and it ignores that a view of the same
   * number leaves it out.
   */
  GOES_ON_IN_ITS_OWN_VIEW(
      List.of(),
      core("protocol/Rebalancer", 1, "    succession.tick(now);\n", ""),
      core("protocol/Replica", 1, "      tellOfSuccessor(from, message);\n", ""),
      core(
          "protocol/ViewTracker",
          1,
          "viewNumber < now.current().number();",
          "viewNumber <= now.current().number();")),

  /** The side without the majority serves on, though it was told not to. */
  WITHOUT_MAJORITY(
      List.of(),
      core(
          "protocol/Cluster",
          1,
          "return tracker.majority().isThere(self, peers);",
          "return true;")),

  /** What no other node has is called protected. */
  CLAIMS_PROTECTION(
      List.of(),
      core("session/Acknowledgements", 3, "? CommitOutcome.DEGRADED", "? CommitOutcome.PROTECTED")),

  /** Secondaries acknowledge what they do not keep. */
  KEEPS_NO_COPIES(List.of(), core("protocol/SessionState", 1, "    copy = offered;\n", "")),

  /**
   * With {@code ASYNC} updates wait in a queue for five seconds, and no response waits for them
   * when that becomes too long.
   */
  ASYNC_WITH_A_LONG_QUEUE(
      List.of(),
      core("session/Acknowledgements", 1, "config.asyncLag().toNanos();", "Long.MAX_VALUE;"),
      core(
          "node/Links",
          1,
          "    return transport.send(to, MessageCodec.encode(message));",
          """
              if (message instanceof Message.Delta) {
                java.util.concurrent.CompletableFuture.delayedExecutor(
                        5, java.util.concurrent.TimeUnit.SECONDS)
                    .execute(() -> transport.send(to, MessageCodec.encode(message)));
                return true;
              }
              return transport.send(to, MessageCodec.encode(message));
          """),
      // Else whoever does not acknowledge is asked, sent everything again and given up.
      core(
          "protocol/Holder",
          1,
          "nowNanos - sentNanos > ackTimeoutNanos",
          "nowNanos - sentNanos > 80 * ackTimeoutNanos"),
      core(
          "protocol/Holder",
          1,
          "nowNanos - markNanos > ackTimeoutNanos",
          "nowNanos - markNanos > 80 * ackTimeoutNanos"),
      core(
          "protocol/Holder",
          1,
          "nowNanos - watched <= patience",
          "nowNanos - watched <= 40 * patience")),

  /** A response fails unless its acknowledgement is there within 100 ms. */
  FAILS_WHEN_LATE(
      List.of(),
      core(
          "session/Acknowledgements",
          1,
          "policy == DegradedPolicy.CONTINUE && !node.mayBeLeftBehind();",
          "false;"),
      drill("node/NodeCommand", 1, "defaultValue = \"250\"", "defaultValue = \"100\"")),

  /**
   * A connection that carries nothing is never opened again, and an attempt to open one waits for
   * the operating system, which repeats what was lost less and less often.
   */
  SLEEPS_AFTER_A_CUT(
      List.of(),
      core(
          "transport/grizzly/PeerLink",
          1,
          "if (opened.stream().isStalled()) {",
          "if (opened == null) {"),
      core(
          "transport/grizzly/PeerLink",
          1,
          "tried ? context.settings().connectTimeout() : context.settings().handshakeTimeout();",
          "context.settings().handshakeTimeout();")),

  /** A node that founds its cluster alone takes what it does not know for unknown to all. */
  FORGETS_LISTED_NODES(
      List.of(), core("protocol/AcquireRound", 1, "if (missesListed) {", "if (node == null) {")),

  /** A planned stop does not wait for the requests in flight. */
  CUTS_REQUESTS_OFF(
      List.of(),
      core(
          "node/ReplicationNode",
          1,
          "Duration.ofNanos(budget.forRequestsNanos(now()))",
          "Duration.ZERO")),

  /** Sessions that nobody uses expire by the wall clock. */
  BELIEVES_THE_WALL_CLOCK(
      List.of(),
      Edit.tomcat(
          "SessionTimes", 4, "System.nanoTime()", "System.currentTimeMillis() * 1_000_000")),

  /**
   * A node counts its starts by its wall clock, and others take the one with the largest number for
   * the last.
   */
  COUNTS_STARTS_BY_THE_CLOCK(
      List.of(),
      core(
          "node/ReplicationNode",
          1,
          "new SecureRandom().nextLong() ^ wallClock.millis();",
          "wallClock.millis();"),
      core(
          "transport/grizzly/Incarnations",
          1,
          "        replaced.remove(member);\n",
          """
                  Member latest = listed.get(member.name());
                  if (latest != null && latest.incarnation() > member.incarnation()) {
                    replaced.put(member, member);
                    continue;
                  }
                  replaced.remove(member);
          """)),

  /**
   * A primary denies an id by what its holders acknowledged up to five seconds ago: behind a cut it
   * does not know the ids that its successor has given. With the 250 ms that the protocol calls
   * fresh the same mistake is too rare for a short drill; DeniedIdTest and DeniedIdIT find that.
   */
  DENIES_BY_OLD_ACKNOWLEDGEMENTS(
      List.of(),
      core(
          "protocol/Requests",
          1,
          "new Waiters.Wait(version, sinceNanos, waitNanos,",
          "new Waiters.Wait(version, sinceNanos - 20 * node.config.freshNanos(), waitNanos,")),

  /**
   * An attribute that another request changes while it is encoded is removed from the other nodes.
   * The response is called protected, and only setAttribute brings the attribute back.
   */
  FORGETS_WHAT_IT_CANNOT_ENCODE(
      List.of(),
      core(
          "session/AttributeCapture", 1, "      heldBack = HeldBack.problem(name, problem);\n", ""),
      core(
          "session/AttributeCell",
          1,
          "  synchronized void mustGo() {\n    marks++;\n",
          """
            synchronized void mustGo() {
              mutable = false;
              touched = false;
              marksSent = Long.MAX_VALUE;
          """)),

  /** A response sends its later pieces before the changes made until then are protected. */
  LETS_LATER_PIECES_GO(
      List.of(),
      Edit.servlet(
          "CommitGuardedResponse",
          1,
          "if (guard.beforeCommit() == CommitGuard.Verdict.PROCEED) {",
          "if (super.isCommitted() || guard.beforeCommit() == CommitGuard.Verdict.PROCEED) {"),
      Edit.servlet(
          "CommitGuardedResponse",
          1,
          "if (!finished && (committed || body.isWhole())) {",
          "if (!finished && !committed && body.isWhole()) {")),

  /** A late answer sets the cookie that it had in mind, whatever has become of the id. */
  TELLS_FORMER_IDS(
      List.of(),
      Edit.servlet(
          "session/UsedSessions",
          1,
          "session.replicated().id().equals(id) && !session.replicated().hasEnded()",
          "true")),

  /** A node refuses ids that were not made with its own session id secret. */
  ACCEPTS_ONE_SECRET(
      List.of(),
      core(
          "session/SessionIds",
          1,
          "accepted.isSet() ? new IdCheck(unchecked ? Secret.NONE : accepted) : null",
          "null")),

  /** A node uses the keys that it started with, whatever has become of the files. */
  NEVER_RELOADS_KEYS(
      List.of(),
      core(
          "security/CurrentKeys",
          1,
          "if (nowNanos - lookedNanos < LOOK_NANOS) {",
          "if (nowNanos - lookedNanos >= 0) {")),

  /** A node that is to speak TLS where its peer does refuses a peer that does not. */
  MIGRATES_WITHOUT_PLAINTEXT(
      List.of(),
      core(
          "security/PeerSecurity",
          1,
          "return mode != Security.TLS;",
          "return mode != Security.TLS && mode != Security.MIGRATE;")),

  /**
   * A connection that sends what no member sends is closed a moment later: the thread that waits
   * reads from the members, too.
   */
  WAITS_FOR_STRANGERS(
      List.of(),
      core(
          "transport/grizzly/StreamFilter",
          1,
          "      stream.onMalformed(reason);\n",
          """
                stream.onMalformed(reason);
                java.util.concurrent.locks.LockSupport.parkNanos(200_000_000L);
          """)),

  /** A request fails unless its line can be logged. */
  LOGS_OR_FAILS(
      List.of(),
      drill("node/RequestLog", 1, "lost++;", "throw new java.io.UncheckedIOException(e);")),

  /**
   * Says that it speaks this release's version of the protocol, but writes attributes in a form
   * that only itself can read, beside that of before.
   */
  WRITES_ATTRIBUTES_ANEW(
      List.of(),
      core(
          "serialization/codec/Envelope",
          1,
          "sealed[0] = (byte) codecId;",
          "sealed[0] = (byte) (codecId + 2);"),
      core(
          "serialization/codec/Envelope",
          1,
          "int codecId = sealed[0];",
          "int codecId = sealed[0] > JDK ? sealed[0] - 2 : sealed[0];"));

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Stays open: each new one would read the JDK and the class path anew. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
  private final List<String> options;

  @SuppressWarnings("ImmutableEnumChecker") // likewise
  private final List<Edit> edits;

  BrokenBuild(List<String> options, Edit... edits) {
    this.options = List.copyOf(options);
    this.edits = List.of(edits);
  }

  /** How the drill has to be called for it. */
  List<String> options() {
    return options;
  }

  /**
   * Compiles what is wrong.
   *
   * @param directory to write to, empty
   * @return where the classes are
   */
  public Path compile(Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("sources"));
    Path classes = Files.createDirectories(directory.resolve("classes"));
    Map<String, String> wrong = new LinkedHashMap<>();
    for (Edit edit : edits) {
      String before = wrong.getOrDefault(edit.name(), "");
      wrong.put(edit.name(), edit.apply(before.isEmpty() ? edit.read() : before));
    }
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> each : wrong.entrySet()) {
      files.add(Files.writeString(sources.resolve(each.getKey()), each.getValue()));
    }
    if (!files.isEmpty()) {
      compile(files, classes);
    }
    return classes;
  }

  private static void compile(List<Path> files, Path classes) {
    StringWriter said = new StringWriter();
    List<String> how =
        List.of(
            "-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    if (!COMPILER
        .getTask(said, FILES, null, how, null, FILES.getJavaFileObjectsFromPaths(files))
        .call()) {
      throw new AssertionError(said.toString());
    }
  }
}
