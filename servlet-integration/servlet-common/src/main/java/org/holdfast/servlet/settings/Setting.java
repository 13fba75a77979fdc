// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.servlet.settings;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The table of all settings. {@link Settings} parses values by it, each integration accepts the
 * names in it, and tests make the table in the project's README and Spring Boot's metadata of it.
 * Defaults, ranges and meanings are Markdown, as the README shows them. The configuration classes
 * of the replication core apply the defaults and check the ranges; tests compare them with the
 * texts here.
 */
public enum Setting {
  CLUSTER(
      Type.TEXT,
      "`holdfast`",
      "1 to 64 of `A-Z a-z 0-9 _ -`",
      "nodes of the same name replicate among themselves"),
  MEMBER_NAME(
      Type.TEXT,
      "in Tomcat the `jvmRoute`; else made up, with a warning",
      "as above",
      "name of this node, unique in the cluster; keep it equal to the `jvmRoute`"),
  BIND_HOST(
      Type.TEXT,
      "`127.0.0.1`",
      "a name or address of this machine, no wildcard",
      "address at which the node listens for replication and membership, and to which the other"
          + " nodes connect; an address that is not loopback needs `keyStore`, unless `security` is"
          + " `none`"),
  SECURITY(
      Type.CHOICE,
      "`tls` with `keyStore`, else `loopback`",
      "`loopback`, `tls`, `migrate`, `none`",
      "`loopback`: plaintext, on loopback addresses only; `tls`: mutual TLS 1.3, by which peers"
          + " prove that they are members; `migrate`: TLS if the peer speaks it, else plaintext,"
          + " for the rolling restart that [switches TLS"
          + " on](docs/tls.md#switch-tls-on-in-a-running-cluster); `none`: plaintext on any"
          + " address. With `migrate` and `none` any program that reaches the port can read and"
          + " change sessions; with `loopback`, any program on the machine can, also one of another"
          + " user"),
  KEY_STORE(
      Type.FILE,
      "empty",
      "a file in PKCS12 or PEM",
      "private key and certificate of this node ([how to make them](docs/tls.md)). Relative names"
          + " of this and the other files count from `catalina.base` in Tomcat and TomEE, from"
          + " `jetty.base` in Jetty's distribution, elsewhere from the working directory"),
  KEY_STORE_PASSWORD(
      Type.SECRET, "empty", "any text", "password of `keyStore`, and of the key in it"),
  KEY_STORE_PASSWORD_FILE(
      Type.FILE, "empty", "a file", "[file](#secrets) that contains `keyStorePassword`"),
  TRUST_STORE(
      Type.FILE,
      "certificates in `keyStore`",
      "a file in PKCS12 or PEM",
      "certificates of peers, or of authorities that issued them; needs `keyStore`"),
  TRUST_STORE_PASSWORD(Type.SECRET, "empty", "any text", "password of `trustStore`"),
  TRUST_STORE_PASSWORD_FILE(
      Type.FILE, "empty", "a file", "[file](#secrets) that contains `trustStorePassword`"),
  PEER_NAMES(
      Type.TEXT,
      "`holdfast-cluster`",
      "a regular expression",
      "a trusted certificate with a name (CN or DNS name) that matches in full may speak for any"
          + " member; every other certificate speaks only for the member that it names"),
  REPLICATION_PORT(
      Type.INTEGER, "0", "0 to 65535", "without effect: replication shares `membershipPort`"),
  MEMBERSHIP_PORT(
      Type.INTEGER,
      "7800",
      "1 to 65535; with `local` at most 65526",
      "TCP port for membership and replication; with `local` the first of ten, of which a node"
          + " takes one that is free"),
  DISCOVERY(
      Type.TEXT,
      "`local`",
      "`local`, `static:host:port,...`, `dns:name`",
      "how the others are found: on this machine; at a list of hosts; at every address of a DNS"
          + " name, at `membershipPort`"),
  SECONDARIES(
      Type.INTEGER,
      "1",
      "0 to 3",
      "copies besides the primary's; 0 switches replication off and every response counts as"
          + " degraded; can be changed node by node"),
  ZONE(
      Type.TEXT,
      "empty",
      "0 to 64 of `A-Z a-z 0-9 _ . -`",
      "what this node may fail together with, a rack for instance: copies go to other zones first"),
  APPLICATION_VERSION(
      Type.TEXT,
      "empty",
      "as above",
      "of nodes that are equal otherwise, those of the same version hold each other's copies"),
  PARTITION(
      Type.CHOICE,
      "`available`",
      "`available`, `consistent`",
      "whether both sides of a partition go on, or only one that has the majority of the last"
          + " settled view; `consistent` also refuses what was not acknowledged within four times"
          + " `ackTimeoutMillis`"),
  EXPECTED_NODES(
      Type.INTEGER,
      "0",
      "0 to 1000; with `consistent` 3 or more",
      "with `consistent`: before the majority of them is there, nothing is served"),
  SERVING_LEASE(
      Type.FLAG,
      "`false`",
      "`true` only with `consistent`, and `acquireTimeoutMillis` of at least twice"
          + " `silenceTimeoutMillis` and 300",
      "a takeover from a node that does not answer waits some 270 ms longer, so that this node can"
          + " answer no read from its old state meanwhile"),
  ACK_MODE(
      Type.CHOICE,
      "`sync`",
      "`sync`, `async`",
      "whether a response waits for its copies; `async` waits until a session has been protected"
          + " once on this node"),
  ASYNC_LAG_MILLIS(
      Type.MILLIS,
      "1000",
      "0 to 60,000",
      "with `async`: how long an update may go unacknowledged before responses of its session wait"
          + " after all"),
  DEGRADED(
      Type.CHOICE,
      "`continue`",
      "`continue`, `fail`, `wait`",
      "a response that cannot be protected goes out, counted; or is refused with 503, before the"
          + " application runs if no other node is there by then; or waits, then is refused"),
  DEGRADED_WAIT_MILLIS(
      Type.MILLIS,
      "5000",
      "0 to 60,000",
      "longest wait of `wait`, if longer than `ackTimeoutMillis`"),
  SCOPE(
      Type.CHOICE,
      "`modified-attribute`",
      "`modified-attribute`, `modified-session`, `session`",
      "what travels: the changed attributes; the whole session if changed; the whole session after"
          + " each request"),
  DETECTION(
      Type.CHOICE,
      "`on-get`",
      "`on-set`, `on-get`, `all`",
      "what counts as changed: what was set; also what was read, is mutable and encodes"
          + " differently; any mutable attribute that encodes differently"),
  PATCH_FROM_BYTES(
      Type.INTEGER,
      "8192",
      "0, or 256 to 1,073,741,824",
      "with `modified-attribute`: an attribute of at least this size, encoded, is compared with"
          + " what the copies have, and only what differs inside travels if that is less than half;"
          + " 0: never"),
  ACK_TIMEOUT_MILLIS(
      Type.MILLIS,
      "250",
      "1 to 30,000",
      "longest wait of a response for its copies; past it, it is served degraded, or with"
          + " `partition=\"consistent\"` refused, but only after four times that"),
  SILENCE_TIMEOUT_MILLIS(
      Type.MILLIS,
      "300",
      "10 to 10,000",
      "how long a silent node is waited for before its session is taken over without it"),
  ACQUIRE_TIMEOUT_MILLIS(
      Type.MILLIS,
      "3000",
      "twice `silenceTimeoutMillis` to 60,000",
      "longest wait of a request for its session; past it, 503"),
  MAX_WAITING_REQUESTS(
      Type.INTEGER,
      "150",
      "1 to 1,000,000",
      "how many requests of this node may wait for their sessions at once for longer than"
          + " `silenceTimeoutMillis` and 100 ms; one more is told 503 then, so that a node that"
          + " says nothing cannot hold all threads of the others: three quarters of the server's"
          + " threads"),
  HAND_OVER_TIMEOUT_MILLIS(
      Type.MILLIS,
      "2000",
      "0 to 60,000",
      "how long a hand-over waits for requests that still run on the old primary, and for listeners"
          + " that it tells of the end of the session: one that takes longer may be told on two"
          + " nodes"),
  JOIN_TIMEOUT_MILLIS(
      Type.MILLIS,
      "2000",
      "100 to 60,000",
      "how long other nodes are looked for at start; with `local` and `static`, not at all where"
          + " every address refuses the connection"),
  DRAIN_TIMEOUT_MILLIS(
      Type.MILLIS,
      "30000",
      "0 to 600,000",
      "longest time that a stop takes for requests in flight to end and for the other nodes to take"
          + " this node's sessions and copies; it ends as soon as both are done; 0: does not wait,"
          + " and cuts requests off. How to choose it: [planned stops](#planned-stops)"),
  STATUS_ADDRESS(
      Type.TEXT,
      "empty",
      "`host:port`",
      "where the node reports [its status](docs/drills.md#status-of-a-node) over HTTP, at"
          + " `/holdfast/status`; empty: nowhere. An address that is not loopback needs"
          + " `statusToken`, unless `security` is `none`"),
  STATUS_TOKEN(
      Type.SECRET,
      "empty",
      "16 to 1024 visible ASCII characters",
      "the node reports its status only to requests with the header `Authorization: Bearer TOKEN`,"
          + " and answers others with 401. HTTP carries the token in plaintext"),
  STATUS_TOKEN_FILE(Type.FILE, "empty", "a file", "[file](#secrets) that contains `statusToken`"),
  SESSION_ID_SECRET(
      Type.SECRET,
      "empty",
      "16 to 1024 characters",
      "new ids carry a check made with it, so that made-up ones are refused without asking other"
          + " nodes; the same on all nodes. [Session id secret](#session-id-secret) says how to set"
          + " and change it"),
  SESSION_ID_SECRET_FILE(
      Type.FILE, "empty", "a file", "[file](#secrets) that contains `sessionIdSecret`"),
  ACCEPTED_SESSION_ID_SECRET(
      Type.SECRET,
      "empty",
      "16 to 1024 characters, or `none`",
      "ids made with this secret are accepted as well; with `none`, ids without a check. Needed"
          + " only [while `sessionIdSecret` is set or changed](#session-id-secret) node by node"),
  ACCEPTED_SESSION_ID_SECRET_FILE(
      Type.FILE, "empty", "a file", "[file](#secrets) that contains `acceptedSessionIdSecret`"),
  MAX_FRAME_BYTES(
      Type.INTEGER,
      "16777216",
      "65,536 to 268,435,456",
      "largest message; a whole session must fit into it less 4 KiB, else the attribute that grew"
          + " most is held back and the answer is degraded; a node with another value is refused at"
          + " the join"),
  MAX_QUEUED_BYTES(
      Type.LONG, "67108864", "at least `maxFrameBytes`", "most bytes that wait for one other node"),
  MAX_HELD_BYTES(
      Type.LONG,
      "0",
      "-1, 0, or at least `maxFrameBytes`",
      "most bytes of copies that this node holds for others, each counted with 200 bytes more; 0: a"
          + " quarter of the largest heap, which leaves as much for the encoded form of what the"
          + " node serves, and half for its objects and the application; -1: no bound. At the bound"
          + " the node refuses new copies and updates that let a copy grow, and logs it; what it"
          + " holds stays, and so do copies of sessions that it served itself. The session gets its"
          + " copy on another node, or is degraded until there is room. Nodes may differ"),
  ALLOWED_CLASSES(
      Type.TEXT,
      "empty",
      "patterns of `java.io.ObjectInputFilter`",
      "attribute classes allowed besides the web application's own and the usual ones of the JDK,"
          + " or refused (`!`); asked are [the names that JDK serialization"
          + " writes](#what-attributes-can-hold), whatever `codec` says; `maxdepth`, `maxarray`,"
          + " `maxrefs` and `maxbytes` in it tighten `maxDepth`, `maxElements`, `maxObjects` and"
          + " `maxAttributeBytes`; no modules"),
  CLASS_ALIASES(
      Type.TEXT,
      "empty",
      "`wire.Name=local.Name;...`",
      "classes that were renamed: nodes go on writing and reading the name on the left, so that old"
          + " and new ones understand each other. Nested classes need entries of their own; a class"
          + " that has `readObject` and the like, or extends a JDK class, needs a"
          + " `serialVersionUID` besides. Both names have to pass `allowedClasses`"),
  UNREADABLE(
      Type.CHOICE,
      "`drop-attribute`",
      "`drop-attribute`, `invalidate`",
      "what becomes of an attribute that cannot be read here, since another version of the"
          + " application wrote it for instance: it reads as absent (its bytes stay until the"
          + " application sets or removes it, so that nodes with the other version still read it;"
          + " its name is listed until it was asked for), or the session ends on all nodes when the"
          + " attribute is first asked for. Counted in `unreadableAttributes` and"
          + " `unreadableSessions`; container listeners of the context get a"
          + " `holdfastUnreadableAttribute`; the log says so once for each class"),
  MAX_ATTRIBUTE_BYTES(
      Type.INTEGER,
      "16777216",
      "64 to 1,073,741,824",
      "largest attribute, encoded; larger ones are refused, and unreadable (see `unreadable`) where"
          + " another node wrote them; set this and the next three to the same values on all"
          + " nodes"),
  MAX_DEPTH(
      Type.INTEGER,
      "400",
      "8 to 2000",
      "deepest nesting of the objects of one attribute; each level takes some 500 bytes of stack"),
  MAX_OBJECTS(
      Type.INTEGER,
      "1000000",
      "at least 16",
      "most objects with parts (beans, records, arrays, collections) in one attribute"),
  MAX_ELEMENTS(Type.INTEGER, "16777216", "at least 16", "most elements of one array or collection"),
  MAX_DECODE_MILLIS(
      Type.INTEGER,
      "5000",
      "100 to 600,000",
      "longest time that a thread may compute to read one attribute; time for which it waits does"
          + " not count, except on virtual threads. A last bound behind those above; the attribute"
          + " is unreadable then (see `unreadable`). It cannot end a single call of a method of the"
          + " application"),
  VERIFY(
      Type.CHOICE,
      "`first-sight`",
      "`first-sight`, `every-write`",
      "how often what was encoded is read back and compared: the first value of each class, and"
          + " each value that goes through JDK serialization, unless its bytes passed lately; or"
          + " every write (for test environments)"),
  CODEC(
      Type.CHOICE,
      "`kryo`",
      "`kryo`, `jdk`",
      "Kryo with JDK serialization for what it cannot do, or JDK serialization alone (slower,"
          + " larger, as each write is read back, too); each reads what the other wrote, so it can"
          + " be changed node by node"),
  APPLICATION(
      Type.TEXT,
      "the context path, in Tomcat with the host's name before",
      "up to 256 characters",
      "name of the application, the same on every node, unique on a node"),
  EXPOSE_PROTECTION(
      Type.FLAG,
      "`false`",
      "`true`, `false`",
      "responses tell in `X-Holdfast-Protected` whether their session was protected, and in"
          + " `X-Holdfast-State` which epoch and version they rest on; not a response that begins"
          + " before its request is over"),
  ENABLED(
      Type.FLAG,
      "whether the application is `<distributable/>`; in Spring Boot `true`",
      "`true`, `false`",
      "for the [filter](docs/containers/filter.md) and [Spring"
          + " Boot](docs/containers/spring-boot.md): whether the application's sessions are"
          + " Holdfast's. In Tomcat and Jetty, where Holdfast was put in on purpose, only `true` is"
          + " possible");

  /** The form of a value. */
  public enum Type {
    TEXT,
    /** The name of a file, relative to a directory that the integration knows. */
    FILE,
    /**
     * A text that no message, log line or {@code toString} contains. It may be in a file instead,
     * which the setting of the same name with {@code File} names.
     */
    SECRET,
    INTEGER,
    LONG,
    MILLIS,
    FLAG,
    /** One of the choices that the range lists, as in {@code modified-attribute}. */
    CHOICE
  }

  private final String settingName;
  private final Type type;
  private final String byDefault;
  private final String range;
  private final String meaning;

  Setting(Type type, String byDefault, String range, String meaning) {
    this.settingName =
        Pattern.compile("_(.)")
            .matcher(name().toLowerCase(Locale.ROOT))
            .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    this.type = type;
    this.byDefault = byDefault;
    this.range = range;
    this.meaning = meaning;
  }

  /**
   * Returns the name by which operators write the setting, {@code ackTimeoutMillis} for instance.
   */
  public String settingName() {
    return settingName;
  }

  public Type type() {
    return type;
  }

  public String byDefault() {
    return byDefault;
  }

  public String range() {
    return range;
  }

  public String meaning() {
    return meaning;
  }

  /** Returns the setting that names the file of a secret. */
  Setting file() {
    return valueOf(name() + "_FILE");
  }
}
