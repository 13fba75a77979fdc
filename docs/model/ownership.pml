/*
 * SPDX-FileCopyrightText: 2026 The Holdfast authors
 * SPDX-License-Identifier: Apache-2.0
 */

/*
 * Who owns one session, and what may be answered as protected: K secondaries, N members, one failure or,
 * with TWOCRASHES, two crashes.
 * README.md beside this file says how to run it, what is bounded and what is left out. The names follow
 * org.holdfast.replication.protocol; each handler below names the method it follows.
 *
 * One process takes one step at a time: a member handles one message, or does one thing of its own. Steps
 * are what the lock of a session makes atomic in the code. A time-out may fire at any moment, so a member
 * that hangs is one that takes no step for long.
 */

#ifndef N
#define N 3
#endif
#ifndef K
#define K 1 /* secondaries; 2 with N=3 and without VIEWS only */
#endif
#ifndef CAP
#define CAP 2 /* messages under way from one member to another; who would exceed it waits */
#endif
#ifndef ROUNDS
#define ROUNDS 2 /* acquire rounds that may be started */
#endif
#ifndef UPDATES
#define UPDATES 1 /* updates that may be made, beside a rename and the end of the session */
#endif

/* TURNS: who starts the rounds, one decimal digit for each, 1 for member 0; else anybody may. */
#ifdef TURNS
#define TURN(n) ((rounds == 3 -> TURNS / 100 : (rounds == 2 -> TURNS / 10 : TURNS)) % 10 == (n) + 1)
#else
#define TURN(n) 1
#endif
/* STRIKES: the only member that may crash or be suspected. */
#ifdef STRIKES
#define STRUCK(n) (x == 15 && (n) == STRIKES)
#else
#define STRUCK(n) (x == 15)
#endif

#define ALL ((1 << N) - 1)
#define HAS(mask, i) (((mask) >> (i)) & 1)
#define BIT(i) (1 << (i))
#define ATMOSTONE(mask) (((mask) & ((mask) - 1)) == 0)
#define ATMOSTTWO(mask) ATMOSTONE((mask) & ((mask) - 1))
#define MAX(a, b) ((a) > (b) -> (a) : (b))

/* Epoch: counter and the member that minted it. Label: epoch and version. 0 is NONE. Both fit a byte. */
#define EP(counter, i) ((counter) * 4 + (i))
#define CTR(e) ((e) >> 2)
#define OWN(e) ((e) & 3)
#define LAB(e, v) ((e) * 8 + (v))
#define LEP(l) ((l) >> 3)
#define LVER(l) ((l) & 7)
#define MAXC 7
#define MAXV 7

/* Content: the set of what was ever done to the session, so that "built on" is "contains". */
#define CREATED 1
#define UPDATE(i) (2 << (i)) /* i < 3 */
#define TOMB 16
#define NEWVALID 32   /* the renamed id opens the session */
#define OLDINVALID 64 /* the former id does not */

/* Types of messages, as numbers: spin 6.5.2 crashes on a hidden mtype. */
#define FULL 1
#define ACK 2
#define NACKE 3
#define NACKN 4
#define ASK 5
#define HINT 6
#define PROM 7
#define CLAIM 8
#define REL 9
#define RELD 10
#define VAL 11
#define VACK 12
#define NIV 13

/* type, then: what is asked about; up to five further fields, named at each handler. */
chan q[N * N] = [CAP + 1] of { byte, byte, byte, byte, byte, byte, byte };

/* What one member knows of the session: SessionState. */
byte pr[N];  /* promised */
byte prb[N]; /* promisedBefore */
byte cp[N];  /* label of the copy; 0: no copy */
byte fr[N];  /* the state that the epoch of the copy descends from */
byte ct[N];  /* its content */
bit dis[N];  /* disputed */
byte cf[N];  /* confirmed */
byte hov[N]; /* handedOverIn */

/* An epoch as primary: Primary, Holders, StaleHolders. */
bit pm[N];
byte hd[N];     /* holders, as a set */
byte ak[N * N]; /* version that holder j acknowledged to i; 0: none */
byte ev[N];     /* everProtectedVersion; 0: none */
byte st[N];     /* strays */
byte sn[N];     /* newest version of this epoch that a stray may have; 0: none */

/* A round: AcquireRound. */
byte ph[N]; /* 0: none, 1: asking, 2: claiming */
byte bl[N]; /* epoch of the takeover */
byte he[N]; /* heard */
byte an[N]; /* who hinted, or promised */
byte rq[N]; /* required */
byte bL[N]; /* best state so far: label */
byte bR[N]; /* its rank */
byte bC[N]; /* its content */

/* Views: view 1 is everybody, view 2 is view 1 without x, view 3 is everybody again. */
#ifdef VIEWS
#define STATE
#else
#define STATE hidden /* constant */
#endif
STATE byte vw[N];  /* current */
STATE byte cnf[N];  /* confirmed */
STATE byte stl[N];  /* settled */
STATE byte cntb[N]; /* countable */
STATE byte kn[N];  /* known */
STATE byte o1[N];   /* view 1 is among the older ones that matter */
STATE byte o2[N];   /* view 2 is */
STATE byte rb[N];  /* views for which the member has reported "rebalanced" */
STATE byte tr[N];   /* a round for the session in this view: 1: under way, 2: over */
byte dn[N];  /* peers that count as down */

/*
 * DENIALS: a request with the renamed id, which a protected answer has told, waits at a primary that does not know that id.
 * Whatever lets the primary deny the id is an error.
 */
#ifdef DENIALS
bit dny[N];
#endif

/*
 * NOTINVIEW: a member that refuses a message tells its sender, once, that it is not in its view. The sender asks back about
 * its session, steps down for a successor, and serves nothing once half of its last confirmed view have said so.
 */
#ifdef NOTINVIEW
byte acc[N]; /* excluders */
byte tld[N]; /* who was told */
#endif

/* The one failure; TWOCRASHES: z crashes after x. */
byte x = 15;  /* whom it strikes; 15: nobody yet */
byte y = 15;  /* cut: the other end of the link */
bit crashed;
#ifdef TWOCRASHES
byte z = 15;
#define SECONDCRASHED(n) (z == (n))
#else
#define SECONDCRASHED(n) 0
#endif
bit cut;
byte sus;     /* members that have taken x for down although it is not */

byte rounds = ROUNDS;
byte nup;
bit renamed;
bit halfway;

/* What users were told. */
byte top = CREATED; /* the largest content that was answered as protected */
byte must[N];       /* what was, when the request began that this member answers next */

hidden byte ix;
hidden byte wx;
hidden byte tx;
hidden byte safe;
hidden byte stale; /* an epoch or a round has ended or changed */
hidden byte p0;
hidden byte p1;
hidden byte p2;
hidden byte p3;
hidden byte p4;
hidden byte p5;
hidden byte p6;
hidden byte togo;
hidden byte mt;
hidden byte hi;
hidden byte ma;
hidden byte mb;
hidden byte mc;
hidden byte md;
hidden byte me;
hidden byte mf;

#define UP(n) (!(crashed && x == (n)) && !SECONDCRASHED(n))
#define LINK(n, m) (UP(n) && UP(m) && !(cut && ((x == (n) && y == (m)) || (x == (m) && y == (n)))))
#define VM(v) ((v) == 2 -> (ALL & ~BIT(x)) : ALL)
#define EVERYBODY(n) (VM(vw[n]) | (o1[n] -> ALL : 0) | (o2[n] -> VM(2) : 0))
#define REACHABLE(n) (VM(vw[n]) & ~dn[n])
#define CVER(n) LVER(cp[n])
#define CEP(n) LEP(cp[n])
#define ISTOMB(n) ((ct[n] & TOMB) != 0)
#define ENDED (ISTOMB(0) || ISTOMB(1) || ISTOMB(N - 1))
#define OWNSIN(n, e) (pm[n] && CEP(n) == (e))

/* Candidates.wantedHolders: the first K members other than n that answer, in the order 0, 1, 2. */
#define CANDIDATES(n) (REACHABLE(n) & ~BIT(n))
#if K == 1
#define WANTED(n) (CANDIDATES(n) & (-CANDIDATES(n)))
#else
#define WANTED(n) CANDIDATES(n)
#endif

/* Holders.protectedVersion: what K holders have acknowledged; 0: none. */
#ifdef F_COUNT_UNCONFIRMED
#define COUNTS(n, m) HAS(hd[n], m)
#define SELFCOUNTS(n) 1
#else
#define COUNTS(n, m) (HAS(hd[n], m) && HAS(cntb[n], m))
#define SELFCOUNTS(n) HAS(cntb[n], n)
#endif
#define ACKED(n, m) (COUNTS(n, m) -> ak[(n) * N + (m)] : 0)
#if N == 2
#define BESTACK(n) MAX(ACKED(n, 0), ACKED(n, 1))
#else
#define BESTACK(n) MAX(MAX(ACKED(n, 0), ACKED(n, 1)), ACKED(n, 2))
#endif
#if K == 2 && !defined(F_ONE_ACK)
#define BESTACKS(n) (ACKED(n, 0) + ACKED(n, 1) + ACKED(n, 2) - BESTACK(n)) /* that of the own member is 0 */
#else
#define BESTACKS(n) BESTACK(n)
#endif
#define PROT(n) (SELFCOUNTS(n) -> BESTACKS(n) : 0)
#define ISPROT(n) (pm[n] && PROT(n) >= CVER(n))

#define HOLDERHAS(n, m) (!HAS(hd[n], m) || ak[(n) * N + (m)] >= CVER(n))
#if N == 2
#define ALLHAVE(n) (HOLDERHAS(n, 0) && HOLDERHAS(n, 1))
#define EACH(what) (what(0) && what(1))
#define NONE(what) (!what(0) && !what(1))
#else
#define ALLHAVE(n) (HOLDERHAS(n, 0) && HOLDERHAS(n, 1) && HOLDERHAS(n, 2))
#define EACH(what) (what(0) && what(1) && what(2))
#define NONE(what) (!what(0) && !what(1) && !what(2))
#endif

/* Views.provenBy */
#if K == 2
#define ENOUGH(view, answered) ATMOSTTWO((view) & ~(answered))
#elif defined(F_ONE_HOLDER)
#define ENOUGH(view, answered) ATMOSTTWO((view) & ~(answered))
#else
#define ENOUGH(view, answered) ATMOSTONE((view) & ~(answered))
#endif
#define PROVEN(n) (ENOUGH(VM(vw[n]), an[n] | BIT(n)) && (!o1[n] || ENOUGH(ALL, an[n] | BIT(n))) \
    && (!o2[n] || ENOUGH(VM(2), an[n] | BIT(n))) && (rq[n] & REACHABLE(n) & ~an[n]) == 0)

/* ViewTracker.refuses */
#ifdef F_LISTEN_TO_EXCLUDED
#define REFUSES(n, m) 0
#else
#define REFUSES(n, m) (!HAS(cntb[n], m))
#endif

#define INVIEW(n, i) HAS(VM(vw[n]), i)
/* Adoption.isOrphan. A tombstone is one as well, but not for having been claimed in vain. */
#define LEFT(n) (!pm[n] && cp[n] != 0 && (!INVIEW(n, OWN(CEP(n))) || !INVIEW(n, OWN(pr[n]))))
#define ORPHAN(n) (LEFT(n) || (!pm[n] && cp[n] != 0 && !ISTOMB(n) && OWN(pr[n]) == (n)))

/* Adoption.isInLimbo: live bytes that were promised to somebody who has sent nothing newer. */
#ifdef F_NO_LIMBO
#define LIMBO(n) 0
#else
#define LIMBO(n) (!pm[n] && cp[n] != 0 && !ISTOMB(n) && pr[n] > CEP(n))
#endif
/* Rebalancer.tick: the member may report that it has rebalanced. */
#ifdef F_ORPHANS_FORGOTTEN /* one round was enough, however it ended */
#define LOOKED(n) (tr[n] == 2)
#else
#define LOOKED(n) (ISTOMB(n) && tr[n] == 2)
#endif
/* ViewTracker.isExcluded: by half of the members of the last confirmed view. */
#ifdef NOTINVIEW
#define JUDGES(n) (cnf[n] -> VM(vw[n]) : kn[n])
#define EXCL(n) (JUDGES(n) == ALL && N > 2 -> !ATMOSTONE(acc[n]) : acc[n] != 0)
#else
#define EXCL(n) 0
#endif
#define REBALANCED(n) (pm[n] -> ALLHAVE(n) : ((!LEFT(n) || LOOKED(n)) && !LIMBO(n)))

/* Probes: each makes a state that must be reachable an error, to show that it is reached. */
#if PROBE == 1
#define PROBE_ACK assert(!(n == 1 && ak[n * N + m] == CVER(n) && nup > 0 && CTR(CEP(n)) > 1))
#else
#define PROBE_ACK
#endif
#if PROBE == 2
#define PROBE_FENCED assert(false);
#else
#define PROBE_FENCED
#endif
#if PROBE == 3
#define PROBE_RELEASE assert(false)
#else
#define PROBE_RELEASE
#endif
#if PROBE == 4
#define PROBE_SWEPT assert(false);
#else
#define PROBE_SWEPT
#endif
#if PROBE == 5
#define PROBE_TAKEOVER assert(false);
#else
#define PROBE_TAKEOVER
#endif
#if PROBE == 6
#define PROBE_HANDOVER assert(false);
#else
#define PROBE_HANDOVER
#endif
#if PROBE == 7
#define PROBE_NEWER assert(false);
#else
#define PROBE_NEWER
#endif
#if PROBE == 10
#define PROBE_SUCCEEDED(n) assert(acc[n] == 0);
#else
#define PROBE_SUCCEEDED(n)
#endif
#if PROBE == 8
#define PROBE_SETTLED(n) assert(vw[n] < 2);
#elif PROBE == 9
#define PROBE_SETTLED(n) assert(vw[n] < 3);
#else
#define PROBE_SETTLED(n)
#endif

/*
 * Whether an answer of this type, about this epoch, can still matter to n. Epochs are never used
 * twice, so what does not matter now never will: it is taken out at once, which saves most of the states.
 */
#ifdef F_OLD_ACK
#define WAITSFORACK(n, e) 1
#else
#define WAITSFORACK(n, e) OWNSIN(n, e)
#endif
#define WAITS(n, type, e) \
  ((type) == ACK -> WAITSFORACK(n, LEP(e)) : \
  ((type) == NACKN || (type) == RELD || (type) == VACK -> OWNSIN(n, e) : \
  ((type) == HINT -> (ph[n] == 1 && bl[n] == (e)) : \
  ((type) == PROM -> (ph[n] != 0 && bl[n] == (e)) : \
  ((type) == NACKE -> (OWNSIN(n, e) || (ph[n] != 0 && bl[n] == (e))) : 1)))))

inline snd(from, to, type, a, b, c, d, e, f) {
  if
  :: LINK(from, to) && WAITS(to, type, a) ->
    assert(len(q[(from) * N + (to)]) < CAP + 1);
    q[(from) * N + (to)]!type, a, b, c, d, e, f
  :: else
  fi
}

inline sift(c, n) {
  togo = len(q[c]);
  do
  :: togo > 0 ->
    togo--;
    q[c]?p0, p1, p2, p3, p4, p5, p6;
    if
    :: WAITS(n, p0, p1) -> q[c]!p0, p1, p2, p3, p4, p5, p6
    :: else
    fi
  :: else -> break
  od
}

/* Ends each step of n. */
inline done(n) {
  if
  :: stale ->
    sift(0 * N + (n), n);
    sift(1 * N + (n), n);
#if N > 2
    sift(2 * N + (n), n);
#endif
    stale = 0
  :: else
  fi;
  ix = 0; wx = 0; tx = 0; safe = 0; hi = 0; mt = 0; ma = 0; mb = 0; mc = 0; md = 0; me = 0; mf = 0;
  p0 = 0; p1 = 0; p2 = 0; p3 = 0; p4 = 0; p5 = 0; p6 = 0; togo = 0
}

/* A response goes out as protected: everything that was before must be in it, one history, one id. */
inline answer(n) {
  assert((ct[n] & top) == top || (ct[n] | top) == top);
  assert((must[n] & ~ct[n]) == 0);
  assert(((ct[n] & NEWVALID) != 0) == ((ct[n] & OLDINVALID) != 0));
  top = top | ct[n];
  must[n] = 0
}

/* Primary.updateProtected and afterProgress */
inline progress(n) {
  if
  :: pm[n] && !EXCL(n) ->
    tx = PROT(n);
    if :: tx > ev[n] -> ev[n] = tx :: else fi;
    if :: tx >= CVER(n) -> answer(n) :: else fi
  :: else
  fi
}

inline sendFull(n, m) { snd(n, m, FULL, fr[n], cp[n], ct[n], 0, 0, 0) }

inline publish(n) {
  ix = 0;
  do
  :: ix < N ->
    if :: HAS(hd[n], ix) -> sendFull(n, ix) :: else fi;
    ix++
  :: else -> break
  od
}

inline noAcks(n) {
  ak[(n) * N] = 0;
  ak[(n) * N + 1] = 0;
#if N > 2
  ak[(n) * N + 2] = 0
#endif
}

/* Primary.retarget, after a view, a confirmation or a peer has changed. */
inline retarget(n) {
  if
  :: pm[n] ->
    wx = hd[n] & ~REACHABLE(n);
    if
    :: wx != 0 ->
      st[n] = st[n] | wx;
      sn[n] = CVER(n);
      hd[n] = hd[n] & ~wx;
      if :: HAS(wx, 0) -> ak[(n) * N] = 0 :: else fi;
      if :: HAS(wx, 1) -> ak[(n) * N + 1] = 0 :: else fi;
#if N > 2
      if :: HAS(wx, 2) -> ak[(n) * N + 2] = 0 :: else fi;
#endif
    :: else
    fi;
    if
    :: cnf[n] -> st[n] = st[n] | (VM(vw[n]) & ~kn[n] & ~hd[n] & ~BIT(n))
    :: else
    fi;
    st[n] = st[n] & EVERYBODY(n);
    wx = WANTED(n) & ~hd[n];
    ix = 0;
    do
    :: ix < N ->
      if
      :: HAS(wx, ix) ->
        st[n] = st[n] & ~BIT(ix);
        hd[n] = hd[n] | BIT(ix);
        ak[(n) * N + ix] = 0;
        sendFull(n, ix)
      :: else
      fi;
      ix++
    :: else -> break
    od;
#ifdef F_NO_RELEASE
    st[n] = 0;
#endif
    progress(n)
  :: else
  fi
}

/* SessionState.endEpoch: the bytes stay. */
inline endEpoch(n) {
  stale = 1;
  cf[n] = (ev[n] != 0 -> LAB(CEP(n), ev[n]) : fr[n]);
  pm[n] = 0;
  hd[n] = 0;
  noAcks(n);
  ev[n] = 0;
  st[n] = 0;
  sn[n] = 0;
#ifdef DENIALS
  dny[n] = 0;
#endif
  must[n] = 0
}

inline dropCopy(n) {
  cp[n] = 0;
  fr[n] = 0;
  ct[n] = 0;
  dis[n] = 0
}

inline stepDown(n) {
  if
  :: pm[n] ->
    endEpoch(n);
    PROBE_FENCED
#ifdef F_STEP_DOWN_DELETES
    dropCopy(n);
#endif
  :: else
  fi
}

inline promise(n, e) {
  prb[n] = pr[n];
  pr[n] = e
}

inline endRound(n) {
  stale = 1;
  if :: tr[n] == 1 -> tr[n] = 2 :: else fi;
  ph[n] = 0;
  bl[n] = 0;
  he[n] = 0;
  an[n] = 0;
  rq[n] = 0;
  bL[n] = 0;
  bR[n] = 0;
  bC[n] = 0
}

/* AcquireRound.superseded: the pause and the next try are another round. */
inline superseded(n, e) {
  if
  :: ph[n] != 0 && (e) > bl[n] ->
    endRound(n);
    must[n] = 0
  :: else
  fi
}

inline toEverybody(n, type) {
  ix = 0;
  do
  :: ix < N ->
    if
    :: ix != n && HAS(EVERYBODY(n), ix) && !HAS(dn[n], ix) -> snd(n, ix, type, bl[n], 0, 0, 0, 0, 0)
    :: else
    fi;
    ix++
  :: else -> break
  od
}

/* AcquireRound.mint and ask */
inline ask(n) {
  he[n] = MAX(he[n], MAX(pr[n], CEP(n)));
  if
  :: CTR(he[n]) < MAXC ->
    ph[n] = 1;
    bl[n] = EP(CTR(he[n]) + 1, n);
    stale = 1;
    an[n] = 0;
    toEverybody(n, ASK)
  :: else ->
    endRound(n);
    must[n] = 0
  fi
}

inline startRound(n) {
  rounds--;
  if :: tr[n] == 0 && vw[n] > 1 -> tr[n] = 1 :: else fi;
  must[n] = top;
  ask(n)
}

inline claim(n) {
  he[n] = MAX(he[n], MAX(pr[n], CEP(n)));
  if
  :: CTR(he[n]) < MAXC ->
    ph[n] = 2;
    bl[n] = EP(CTR(he[n]) + 1, n);
    stale = 1;
    an[n] = 0;
    promise(n, bl[n]);
    toEverybody(n, CLAIM)
  :: else ->
    endRound(n);
    must[n] = 0
  fi
}

/*
 * AcquireRound.unknown: what was answered may be unknown only if its end is known to somebody, and then it
 * must never come back. That end need not have been answered before: this answer is what tells of it.
 */
inline unknown(n) {
  assert(must[n] == 0 || (top & TOMB) != 0 || ENDED);
  if :: must[n] != 0 -> top = top | TOMB :: else fi;
  endRound(n);
  must[n] = 0
}

inline better(n, label, rank, content) {
  if
  :: (label) != 0 && (bL[n] == 0 || (rank) > bR[n]) ->
    bL[n] = label;
    bR[n] = rank;
    bC[n] = content
  :: else
  fi
}

/* SessionState.win and become: its degraded answers show what was answered as protected, too. */
inline win(n) {
  assert((must[n] & ~bC[n]) == 0);
  assert(((bC[n] & NEWVALID) != 0) == ((bC[n] & OLDINVALID) != 0));
  if :: bl[n] != pr[n] -> promise(n, bl[n]) :: else fi;
  fr[n] = bL[n];
  cp[n] = LAB(bl[n], LVER(bL[n]));
  ct[n] = bC[n];
  dis[n] = 0;
  pm[n] = 1;
  hd[n] = 0;
  noAcks(n);
  ev[n] = 0;
  sn[n] = 0;
  st[n] = EVERYBODY(n) & ~BIT(n);
#if K == 1 || defined(F_FOUND_END_TOLD_AT_ONCE)
  if :: ISTOMB(n) -> top = top | TOMB :: else fi; /* the requests that waited hear "unknown" */
#endif /* with more they wait until the end is known elsewhere, in this epoch */
  endRound(n);
  retarget(n)
}

/* SessionState.safeLabel */
#define SAFE(n) (!pm[n] -> cf[n] : (ev[n] != 0 -> LAB(CEP(n), ev[n]) : fr[n]))

#ifdef F_NO_FENCE
#define FENCED(n, e) ((e) < CEP(n))
#else
#define FENCED(n, e) ((e) < pr[n])
#endif
#ifdef F_NO_FROM
#define DESCENDS(n, from) 1
#else
#define DESCENDS(n, from) (SAFE(n) <= (from))
#endif

/*
 * ViewExchange.turnAway and Replica.tellOfSuccessor, where a member refuses to listen; e: the epoch of what a primary says, or 0.
 */
inline turnAway(n, m, e) {
#ifdef NOTINVIEW
  if
  :: !INVIEW(n, m) && !HAS(tld[n], m) ->
    tld[n] = tld[n] | BIT(m);
    snd(n, m, NIV, vw[n], 0, 0, 0, 0, 0)
  :: else
  fi;
  if
  :: (e) != 0 && pr[n] > (e) -> snd(n, m, NACKE, e, pr[n], 0, 0, 0, 0)
  :: else
  fi
#else
  skip
#endif
}

/* SessionState.accept. ma: from, mb: label, mc: content */
inline onFull(n, m) {
  if
  :: REFUSES(n, m) -> turnAway(n, m, LEP(mb))
  :: else ->
    if
    :: FENCED(n, LEP(mb)) ->
      snd(n, m, NACKE, LEP(mb), pr[n], 0, 0, 0, 0)
    :: else ->
      if
      :: cp[n] != 0 && LEP(mb) == CEP(n) && LVER(mb) <= CVER(n) ->
        snd(n, m, ACK, cp[n], 0, 0, 0, 0, 0)
      :: cp[n] != 0 && LEP(mb) > CEP(n) && !DESCENDS(n, ma) ->
        safe = SAFE(n);
        PROBE_NEWER
        snd(n, m, NACKN, LEP(mb), safe, 0, 0, 0, 0)
      :: else ->
        if :: LEP(mb) > pr[n] -> promise(n, LEP(mb)) :: else fi;
        stepDown(n);
        superseded(n, LEP(mb));
        cp[n] = mb;
        fr[n] = ma;
        ct[n] = mc;
        dis[n] = 0;
        cf[n] = mb;
        snd(n, m, ACK, mb, 0, 0, 0, 0, 0)
      fi
    fi
  fi
}

/* Requests.confirm: the holder has said that this member is the primary still. */
#ifdef DENIALS
inline deny(n) {
  if :: ISPROT(n) -> assert(!dny[n]); dny[n] = 0 :: else fi
}
#endif
#ifdef F_DENIED_BY_A_LATE_ACK
#define LATEACK(n) deny(n)
#else
#define LATEACK(n) skip
#endif

#ifdef F_OLD_ACK
#define INTERM(n, e) pm[n]
#else
#define INTERM(n, e) OWNSIN(n, e)
#endif

/* Primary.onAck. ma: label */
inline onAck(n, m) {
  if
  :: INTERM(n, LEP(ma)) && LVER(ma) <= CVER(n) ->
    if
    :: HAS(hd[n], m) ->
      if
      :: LVER(ma) > ak[(n) * N + (m)] ->
        ak[(n) * N + (m)] = LVER(ma);
        PROBE_ACK
        progress(n);
        LATEACK(n)
      :: else
      fi
    :: else ->
#ifndef F_NO_RELEASE
      st[n] = st[n] | BIT(m);
      sn[n] = MAX(sn[n], LVER(ma));
#endif
      skip
    fi
  :: else
  fi
}

#ifdef NOTINVIEW
/* ViewTracker.excludedBy and Sessions.askOfSuccessor. ma: view */
inline onNotInView(n, m) {
  if
  :: (ma < vw[n] && INVIEW(n, m)) || !HAS(JUDGES(n), m)
  :: else ->
    acc[n] = acc[n] | BIT(m);
#ifdef F_NOT_IN_VIEW_DELETES
    stepDown(n);
    dropCopy(n);
#endif
    if
    :: EXCL(n) ->
      if :: ph[n] != 0 -> endRound(n) :: else fi;
      must[n] = 0
    :: !EXCL(n) && pm[n] -> snd(n, m, VAL, CEP(n), 0, 0, 0, 0, 0)
    :: else
    fi
  fi
}
#endif

#if defined(DENIALS) || defined(NOTINVIEW)
/* SessionState.onValidate. ma: epoch */
inline onValidate(n, m) {
  if
  :: REFUSES(n, m) -> turnAway(n, m, ma)
  :: else ->
    if
    :: FENCED(n, ma) -> snd(n, m, NACKE, ma, pr[n], 0, 0, 0, 0)
    :: !FENCED(n, ma) && cp[n] != 0 && CEP(n) == ma -> snd(n, m, VACK, ma, 0, 0, 0, 0, 0)
    :: else
    fi
  fi
}

#endif

#ifdef DENIALS
/* Primary.onAck, of an acknowledgement that answers a question. ma: epoch */
inline onConfirmed(n, m) {
  if
  :: OWNSIN(n, ma) && COUNTS(n, m) -> deny(n)
  :: else
  fi
}

/* Primary.await: what was acknowledged before the request came says nothing. */
inline unknownId(n) {
  dny[n] = 1;
#ifdef F_DENIED_BY_AN_OLD_ACK
  deny(n);
#endif
  ix = 0;
  do
  :: ix < N ->
    if :: HAS(hd[n], ix) -> snd(n, ix, VAL, CEP(n), 0, 0, 0, 0, 0) :: else fi;
    ix++
  :: else -> break
  od
}

#define DENYING(n) \
  :: d_step { UP(n) && ROOM(n) && pm[n] && !dny[n] && (top & NEWVALID) && !(ct[n] & NEWVALID) && !ISTOMB(n) -> \
       unknownId(n); done(n) }
#else
#define DENYING(n)
#endif

/* SessionState.onNackEpoch. ma: refused, mb: promised */
inline onNackEpoch(n, m) {
  if
  :: OWNSIN(n, ma) ->
    PROBE_SUCCEEDED(n)
    if :: mb > pr[n] -> promise(n, mb) :: else fi;
    stepDown(n)
  :: !OWNSIN(n, ma) && ph[n] != 0 && ma == bl[n] && mb > pr[n] -> superseded(n, mb)
  :: else
  fi
}

/* SessionState.onNackNewer. ma: refused, mb: held */
inline onNackNewer(n, m) {
  if
  :: OWNSIN(n, ma) ->
    dis[n] = (ev[n] == 0);
    stepDown(n);
    if
    :: ph[n] == 0 && rounds > 0 ->
      rq[n] = BIT(m);
      startRound(n)
    :: else
    fi
  :: else
  fi
}

#define RANK(n) (dis[n] -> fr[n] : cp[n])

/* HandOvers.onAsk. ma: epoch */
inline onAsk(n, m) {
  if
  :: REFUSES(n, m) -> turnAway(n, m, 0)
  :: else ->
    if
    :: pm[n] && ma > pr[n] ->
      hov[n] = ma;
      promise(n, ma);
      hi = RANK(n);
      snd(n, m, PROM, ma, prb[n], cp[n], hi, ct[n], vw[n] * 2 + 1);
      endEpoch(n)
    :: else ->
      if
      :: ph[n] != 0 && bl[n] > ma /* goesBefore: deferred, the asker asks again */
      :: !(ph[n] != 0 && bl[n] > ma) && hov[n] == ma && pr[n] == ma && cp[n] != 0 && CEP(n) != ma ->
        hi = RANK(n);
      snd(n, m, PROM, ma, prb[n], cp[n], hi, ct[n], vw[n] * 2 + 1)
      :: else ->
        hi = MAX(pr[n], CEP(n));
        snd(n, m, HINT, ma, hi, vw[n], 0, 0, 0)
      fi
    fi
  fi
}

/* AcquireRound.onHint. ma: epoch, mb: highest, mc: view */
inline onHint(n, m) {
  if
  :: ph[n] == 1 && bl[n] == ma ->
    he[n] = MAX(he[n], mb);
    if
    :: mb > bl[n] -> ask(n)
    :: else -> if :: mc <= vw[n] -> an[n] = an[n] | BIT(m) :: else fi
    fi
  :: else
  fi
}

/* SessionState.onClaim. ma: epoch */
inline onClaim(n, m) {
  if
  :: REFUSES(n, m) -> turnAway(n, m, 0)
  :: else ->
    if
    :: ma < pr[n] -> snd(n, m, NACKE, ma, pr[n], 0, 0, 0, 0)
    :: else ->
      if
      :: ma != pr[n] ->
        promise(n, ma);
        stepDown(n);
        superseded(n, ma)
      :: else
      fi;
      hi = RANK(n);
      snd(n, m, PROM, ma, prb[n], cp[n], hi, ct[n], vw[n] * 2)
    fi
  fi
}

/* The former primary and this member are K + 1 only for K = 1. */
#if K == 1
#define HANDOVERISENOUGH 1
#else
#define HANDOVERISENOUGH 0
#endif

/* AcquireRound.on(Promise). ma: epoch, mb: before, mc: label, md: rank, me: content, mf: view and handOver */
inline onPromise(n, m) {
  if
  :: ph[n] != 0 && bl[n] == ma && ((mf & 1) || (mf >> 1) <= vw[n]) ->
    he[n] = MAX(he[n], mb);
    if
    :: ph[n] == 1 && (mf & 1) ->
      bL[n] = mc;
      bR[n] = md;
      bC[n] = me;
      if
      :: HANDOVERISENOUGH && mc != 0 && LEP(mc) >= he[n] && bl[n] > pr[n] ->
        PROBE_HANDOVER
        win(n)
      :: else -> claim(n)
      fi
    :: ph[n] == 2 ->
      an[n] = an[n] | BIT(m);
      better(n, mc, md, me)
    :: else
    fi
  :: else
  fi
}

/* SessionState.onRelease. ma: label */
inline onRelease(n, m) {
  if
  :: REFUSES(n, m) -> turnAway(n, m, LEP(ma))
  :: !REFUSES(n, m) && (ph[n] != 0 || OWNSIN(n, LEP(ma)))
  :: else ->
    if
    :: pr[n] > LEP(ma) -> snd(n, m, NACKE, LEP(ma), pr[n], 0, 0, 0, 0)
    :: else ->
      if
      :: cp[n] != 0 && !ISTOMB(n) && cp[n] >= ma
      :: else ->
        if
        :: cp[n] != 0 && !ISTOMB(n) ->
          if :: LEP(ma) > pr[n] -> promise(n, LEP(ma)) :: else fi;
          stepDown(n);
          dropCopy(n);
          PROBE_RELEASE
        :: else
        fi;
        snd(n, m, RELD, LEP(ma), 0, 0, 0, 0, 0)
      fi
    fi
  fi
}

/* Primary.onReleased. ma: epoch */
inline onReleased(n, m) {
  if
  :: OWNSIN(n, ma) && !HAS(hd[n], m) -> st[n] = st[n] & ~BIT(m)
  :: else
  fi
}

inline receive(n, m) {
  q[(m) * N + (n)]?mt, ma, mb, mc, md, me, mf;
  if
  :: HAS(dn[n], m) && LINK(n, m) ->
    dn[n] = dn[n] & ~BIT(m);
    retarget(n)
  :: else
  fi;
  if
  :: mt == FULL -> onFull(n, m)
  :: mt == ACK -> onAck(n, m)
  :: mt == NACKE -> onNackEpoch(n, m)
  :: mt == NACKN -> onNackNewer(n, m)
  :: mt == ASK -> onAsk(n, m)
  :: mt == HINT -> onHint(n, m)
  :: mt == PROM -> onPromise(n, m)
  :: mt == CLAIM -> onClaim(n, m)
  :: mt == REL -> onRelease(n, m)
  :: mt == RELD -> onReleased(n, m)
#if defined(DENIALS) || defined(NOTINVIEW)
  :: mt == VAL -> onValidate(n, m)
#endif
#ifdef DENIALS
  :: mt == VACK -> onConfirmed(n, m)
#endif
#ifdef NOTINVIEW
  :: mt == NIV -> onNotInView(n, m)
#endif
  :: else
  fi;
  done(n)
}

/* A step that changes the session: a new version, sent to the holders. */
inline update(n, what) {
  ct[n] = ct[n] | (what);
  cp[n] = cp[n] + 1;
  publish(n);
  done(n)
}

inline installed(n) {
#ifdef NOTINVIEW
  acc[n] = 0;
  tld[n] = 0;
#endif
  cnf[n] = 0;
  stl[n] = 0;
  tr[n] = (ph[n] != 0 -> 1 : 0);
  retarget(n);
  done(n)
}

/* Views.next */
inline install2(n) {
#ifdef F_FORGET_VIEWS
  o1[n] = 0;
#else
  o1[n] = 1;
#endif
  kn[n] = ALL;
  cntb[n] = VM(2);
  vw[n] = 2;
  installed(n)
}

inline install3(n) {
  if
  :: n == x -> o1[n] = 1 /* of the same members as the current one */
  :: else ->
#ifdef F_FORGET_VIEWS
    o2[n] = 0;
    o1[n] = 0;
#else
    o2[n] = 1;
    o1[n] = o1[n] && !stl[n];
#endif
    if :: cnf[n] -> kn[n] = VM(2) :: else fi
  fi;
  vw[n] = 3;
  installed(n)
}

#define FREE(n, m) (len(q[(n) * N + (m)]) == 0 && len(q[(m) * N + (n)]) == 0)
#define QUIETLINK(n, m) ((n) == (m) || len(q[(n) * N + (m)]) == 0)
#define STRAYS(n) (st[n] & REACHABLE(n))
#define STEPWANTED(n) (pm[n] && cnf[n] && !ISTOMB(n) && ISPROT(n) && sn[n] >= CVER(n) && STRAYS(n) != 0)
#define RELEASES(n) (pm[n] && cnf[n] && ISPROT(n) && STRAYS(n) != 0 && (ISTOMB(n) || sn[n] < CVER(n)))

/*
 * "T has passed": tombstones outlive every message, every pause and the fault, so by then everything that
 * can still move has moved. A copy in doubt has been rescued long before.
 */
#define STILL(n) (!UP(n) || (ph[n] == 0 && cnf[n] && stl[n] && vw[n] == NEWEST && !ORPHAN(n) && !LIMBO(n) \
    && (!pm[n] || (ALLHAVE(n) && STRAYS(n) == 0 && (hd[n] != 0 || CANDIDATES(n) == 0)))))
#define NEWEST (x == 15 || !VIEWCHANGES -> 1 : (RETURNS -> 3 : 2))
#define QUIET0(n) (QUIETLINK(n, 0) && QUIETLINK(n, 1))
#if N == 2
#define NOMESSAGES (QUIET0(0) && QUIET0(1))
#else
#define NOMESSAGES (QUIET0(0) && QUIET0(1) && QUIET0(2) && QUIETLINK(0, 2) && QUIETLINK(1, 2))
#endif
#ifdef F_TOMBSTONE_EARLY
#define TIMEPASSED 1
#else
#define TIMEPASSED (NOMESSAGES && EACH(STILL) && !cut && (!crashed || VIEWCHANGES))
#endif

#ifdef VIEWS
#define VIEWCHANGES 1
#else
#define VIEWCHANGES 0
#endif
#ifdef RETURN
#define RETURNS 1
#else
#define RETURNS 0
#endif

/* No member takes a step while more than CAP messages of its own to one other are under way. */
#define HASROOM(n, m) ((n) == (m) || len(q[(n) * N + (m)]) < CAP)
#define ROOM(n) (HASROOM(n, 0) && HASROOM(n, 1) && HASROOM(n, N - 1))

/*
 * PATIENT: a member that answers, over a link that works, is not taken for silent; that would be a second
 * failure. Otherwise a time-out may fire at any moment.
 */
#ifdef PATIENT
#define ANSWERED(n, m) ((n) == (m) || !HAS(REACHABLE(n), m) || !LINK(n, m) || FREE(n, m))
#define TIMEOUT(n) (ANSWERED(n, 0) && ANSWERED(n, 1) && ANSWERED(n, N - 1))
#else
#define TIMEOUT(n) 1
#endif

#define RECEIVE(n, m) \
  :: d_step { UP(n) && ROOM(n) && len(q[(m) * N + (n)]) > 0 -> receive(n, m) }

#define RESEND(n, m) \
  :: d_step { UP(n) && ROOM(n) && LINK(n, m) && pm[n] && HAS(hd[n], m) && !HOLDERHAS(n, m) && FREE(n, m) -> \
       sendFull(n, m) } \
  :: d_step { UP(n) && ROOM(n) && LINK(n, m) && RELEASES(n) && HAS(STRAYS(n), m) && FREE(n, m) -> \
       snd(n, m, REL, cp[n], 0, 0, 0, 0, 0) }

/* Requests.isEndKnownWithIt */
#define KNOWNTOHOLDER (K == 1)

#define OFONE(n) \
  UPDATING(n) \
  DENYING(n) \
  /* a request for a session that is not served here, or an orphan to adopt */ \
  :: d_step { UP(n) && ROOM(n) && !pm[n] && ph[n] == 0 && rounds > 0 && TURN(n) && !EXCL(n) \
         && !(KNOWNTOHOLDER && cp[n] != 0 && ISTOMB(n) && pr[n] == CEP(n) && !ORPHAN(n)) -> \
       startRound(n); done(n) } \
  /* AcquireRound.endAsking: all have answered, or the time is over */ \
  :: d_step { UP(n) && ROOM(n) && ph[n] == 1 && TIMEOUT(n) -> \
       if \
       :: he[n] == 0 && cp[n] == 0 && PROVEN(n) -> unknown(n) \
       :: else -> claim(n) \
       fi; done(n) } \
  /* AcquireRound.winByPromises */ \
  :: d_step { UP(n) && ROOM(n) && ph[n] == 2 && PROVEN(n) && TIMEOUT(n) -> \
       hi = RANK(n); better(n, cp[n], hi, ct[n]); \
       if \
       :: bL[n] == 0 -> unknown(n) \
       :: else -> PROBE_TAKEOVER win(n) \
       fi; done(n) } \
  /* AcquireRound.giveUp */ \
  :: d_step { UP(n) && ROOM(n) && ph[n] != 0 && GIVESUP(n) -> endRound(n); must[n] = 0; done(n) } \
  /* Primary.finishMove */ \
  :: d_step { UP(n) && ROOM(n) && pm[n] && cnf[n] && (hd[n] & ~WANTED(n)) != 0 && (hd[n] & WANTED(n)) != 0 \
         && (WANTED(n) & ~(hd[n] & (ACKEDMASK(n)))) == 0 -> \
       st[n] = st[n] | (hd[n] & ~WANTED(n)); sn[n] = CVER(n); hd[n] = WANTED(n); \
       FORGETACKS(n) NORELEASE(n) progress(n); done(n) } \
  /* SessionState.stepIfMoved */ \
  :: d_step { UP(n) && ROOM(n) && STEPWANTED(n) && CVER(n) < MAXV -> update(n, 0) } \
  ENDING(n) \
  VIEWING(n) \
  ALONE(n)

#define GIVESUP(n) (IDLE(n, 0) && IDLE(n, 1) && IDLE(n, N - 1))
#define IDLE(n, m) ((n) == (m) || FREE(n, m))
#define ACKEDMASK(n) ((HOLDERHAS(n, 0) -> 1 : 0) | (HOLDERHAS(n, 1) -> 2 : 0) | THIRD(n))
#if N == 2
#define THIRD(n) 0
#define FORGETACKS(n) \
  if :: !HAS(hd[n], 0) -> ak[(n) * N] = 0 :: else fi; \
  if :: !HAS(hd[n], 1) -> ak[(n) * N + 1] = 0 :: else fi;
#else
#define THIRD(n) (HOLDERHAS(n, 2) -> 4 : 0)
#define FORGETACKS(n) \
  if :: !HAS(hd[n], 0) -> ak[(n) * N] = 0 :: else fi; \
  if :: !HAS(hd[n], 1) -> ak[(n) * N + 1] = 0 :: else fi; \
  if :: !HAS(hd[n], 2) -> ak[(n) * N + 2] = 0 :: else fi;
#endif
#ifdef F_NO_RELEASE
#define NORELEASE(n) st[n] = 0;
#else
#define NORELEASE(n)
#endif

#define CANUPDATE(n) (UP(n) && ROOM(n) && pm[n] && !EXCL(n) && !ISTOMB(n) && CVER(n) < MAXV)
#define UPDATING(n) \
  :: d_step { CANUPDATE(n) && nup < UPDATES -> update(n, UPDATE(nup)); nup++ } \
  RENAMING(n) \
  REMOVING(n)

#ifdef RENAME
#ifdef F_RENAME_IN_TWO
#define RENAMING(n) \
  :: d_step { CANUPDATE(n) && !renamed -> renamed = 1; halfway = 1; update(n, NEWVALID) } \
  :: d_step { CANUPDATE(n) && halfway && (ct[n] & NEWVALID) -> halfway = 0; update(n, OLDINVALID) }
#else
#define RENAMING(n) \
  :: d_step { CANUPDATE(n) && !renamed -> renamed = 1; update(n, NEWVALID | OLDINVALID) }
#endif
#else
#define RENAMING(n)
#endif

#ifdef LOGOUT
#define REMOVING(n) \
  :: d_step { CANUPDATE(n) -> update(n, TOMB) }
/*
 * SessionState.sweepPrimary, and what is left of a
 * session without a copy or with a tombstone.
 */
#define ENDING(n) \
  :: d_step { UP(n) && ROOM(n) && pm[n] && ISTOMB(n) && TIMEPASSED -> \
       endEpoch(n); cf[n] = cp[n]; done(n) } \
  :: d_step { UP(n) && ROOM(n) && !pm[n] && ph[n] == 0 && (cp[n] == 0 || ISTOMB(n)) && pr[n] != 0 && TIMEPASSED -> \
       if :: cp[n] != 0 -> PROBE_SWEPT top = top | TOMB :: else fi; \
       dropCopy(n); pr[n] = 0; prb[n] = 0; cf[n] = 0; hov[n] = 0 }
#else
#define REMOVING(n)
#define ENDING(n)
#endif

#define INSTALLED2(m) (vw[m] >= 2 || (m) == x)
#define INSTALLED3(m) (vw[m] == 3)
#define REBALANCED2(m) (HAS(rb[m], 2) || (m) == x)
#define REBALANCED3(m) HAS(rb[m], 3)
/* ViewStatus: it comes on the ordered stream, so behind what was sent before it. */
#define HEARDFROM(n, m) ((n) == (m) || !INVIEW(n, m) || (LINK(n, m) && len(q[(m) * N + (n)]) == 0))
#define HEARD(n) (HEARDFROM(n, 0) && HEARDFROM(n, 1) && HEARDFROM(n, N - 1))

#ifdef VIEWS
#define VIEWING(n) \
  :: d_step { UP(n) && ROOM(n) && x != 15 && n != x && vw[n] == 1 -> install2(n) } \
  :: d_step { UP(n) && ROOM(n) && !cnf[n] && HEARD(n) && (vw[n] == 2 -> EACH(INSTALLED2) : EACH(INSTALLED3)) -> \
       cnf[n] = 1; cntb[n] = VM(vw[n]); retarget(n); done(n) } \
  :: d_step { UP(n) && ROOM(n) && vw[n] > 1 && !HAS(rb[n], vw[n]) && REBALANCED(n) -> rb[n] = rb[n] | BIT(vw[n]) } \
  :: d_step { UP(n) && ROOM(n) && cnf[n] && !stl[n] && HEARD(n) && (vw[n] == 2 -> EACH(REBALANCED2) : EACH(REBALANCED3)) -> \
       PROBE_SETTLED(n) stl[n] = 1; o1[n] = 0; o2[n] = 0; retarget(n); done(n) } \
  RETURNING(n)
#else
#define VIEWING(n)
#endif

#ifdef RETURN
#define AHEAD(m) (vw[m] >= 2)
#define RETURNING(n) \
  :: d_step { UP(n) && ROOM(n) && x != 15 && !cut && !crashed && (n == x -> !NONE(AHEAD) : vw[n] == 2) \
         && vw[n] != 3 -> install3(n) }
#else
#define RETURNING(n)
#endif

#ifdef F_ACK_ALONE
#define ALONE(n) \
  :: d_step { UP(n) && ROOM(n) && pm[n] && dn[n] != 0 && !ISPROT(n) -> answer(n) }
#else
#define ALONE(n)
#endif

#if defined(CUT) && N == 2
#define FAILURE \
  :: d_step { x == 15 -> x = 0; y = 1; cut = 1; lose(0, 1) } \
  :: d_step { x == 15 -> x = 1; y = 0; cut = 1; lose(0, 1) } HEALING
#elif defined(CUT)
#define FAILURE \
  :: d_step { x == 15 -> x = 0; y = 1; cut = 1; lose(0, 1) } \
  :: d_step { x == 15 -> x = 1; y = 0; cut = 1; lose(0, 1) } \
  :: d_step { x == 15 -> x = 0; y = 2; cut = 1; lose(0, 2) } \
  :: d_step { x == 15 -> x = 2; y = 0; cut = 1; lose(0, 2) } \
  :: d_step { x == 15 -> x = 1; y = 2; cut = 1; lose(1, 2) } \
  :: d_step { x == 15 -> x = 2; y = 1; cut = 1; lose(1, 2) } HEALING
#elif defined(CRASH)
#define FAILURE CRASHES(0) CRASHES(1) THIRDCRASHES
#elif defined(SUSPECT)
#define FAILURE \
  :: d_step { STRUCK(0) -> x = 0 } \
  :: d_step { STRUCK(1) -> x = 1 } THIRDSUSPECTED
#else
#define FAILURE
#endif
#ifdef TWOCRASHES
#define CRASHES(n) \
  :: d_step { STRUCK(n) -> x = n; crashed = 1; vanish(n) } \
  :: d_step { crashed && x != n && z == 15 -> z = n; vanish(n) }
#else
#define CRASHES(n) \
  :: d_step { STRUCK(n) -> x = n; crashed = 1; vanish(n) }
#endif
#if N == 2
#define THIRDCRASHES
#define THIRDSUSPECTED
#else
#define THIRDCRASHES CRASHES(2)
#define THIRDSUSPECTED :: d_step { STRUCK(2) -> x = 2 }
#endif
#ifdef RETURN
#define HEALING :: d_step { cut -> cut = 0; y = 15 }
#else
#define HEALING
#endif

/* Peers: a broken stream, or a stalled one. Whoever is suspected wrongly is so at most once by each. */
#define DOWN(n, m) \
  :: d_step { UP(n) && ROOM(n) && x != 15 && !HAS(dn[n], m) && !LINK(n, m) -> \
       dn[n] = dn[n] | BIT(m); retarget(n); done(n) } \
  FALSEALARM(n, m)
#ifdef SUSPECT
#define FALSEALARM(n, m) \
  :: d_step { x == m && !HAS(dn[n], m) && !HAS(sus, n) -> \
       sus = sus | BIT(n); dn[n] = dn[n] | BIT(m); retarget(n); done(n) }
#else
#define FALSEALARM(n, m)
#endif

inline drain(c) {
  do
  :: len(q[c]) > 0 -> q[c]?_, _, _, _, _, _, _
  :: len(q[c]) == 0 -> break
  od
}

inline lose(a, b) {
  drain((a) * N + (b));
  drain((b) * N + (a));
  done(a)
}

/* The dead member is forgotten, what it sent may still arrive. */
inline vanish(n) {
  ix = 0;
  do
  :: ix < N -> drain(ix * N + (n)); ix++
  :: else -> break
  od;
  endRound(n);
  pm[n] = 0; hd[n] = 0; noAcks(n); ev[n] = 0; st[n] = 0; sn[n] = 0; must[n] = 0;
  pr[n] = 0; prb[n] = 0; cf[n] = 0; hov[n] = 0; dn[n] = 0;
  dropCopy(n);
  done(n)
}

inline start(n) {
  vw[n] = 1;
  cnf[n] = 1;
  stl[n] = 1;
  cntb[n] = ALL;
  kn[n] = ALL
}

/* EXCLUDED: begins when STRIKES was wrongly suspected and the others have settled view 2 without it. */
#ifdef EXCLUDED
#define FIRST (STRIKES == 0 -> 1 : 0)
#define SECOND (STRIKES == 2 -> 1 : 2)
#define STARTVIEW(n) if :: x != n -> vw[n] = 2; cntb[n] = VM(2); rb[n] = BIT(2); sus = sus | BIT(n) :: else fi;
#else
#define FIRST 0
#define SECOND 1
#define STARTVIEW(n)
#endif

init {
  d_step {
    start(0);
    start(1);
#if N > 2
    start(2);
#endif
#ifdef EXCLUDED
    x = STRIKES;
    STARTVIEW(0)
    STARTVIEW(1)
    STARTVIEW(2)
#endif
    /* Created on one member (0), acknowledged by another (1). */
    pr[FIRST] = EP(1, FIRST);
    cp[FIRST] = LAB(EP(1, FIRST), 1);
    ct[FIRST] = CREATED;
    cf[FIRST] = 0;
    pm[FIRST] = 1;
    hd[FIRST] = BIT(SECOND);
    ak[FIRST * N + SECOND] = 1;
    ev[FIRST] = 1;
    pr[SECOND] = EP(1, FIRST);
    cp[SECOND] = LAB(EP(1, FIRST), 1);
    ct[SECOND] = CREATED;
    cf[SECOND] = cp[SECOND]
#if K == 2
    ;
    hd[FIRST] = ALL & ~BIT(FIRST);
    ak[FIRST * N + 2] = 1;
    pr[2] = EP(1, FIRST);
    cp[2] = LAB(EP(1, FIRST), 1);
    ct[2] = CREATED;
    cf[2] = cp[2]
#endif
  }
end:
  do
  RECEIVE(0, 1)
  RECEIVE(1, 0)
  RESEND(0, 1)
  RESEND(1, 0)
  DOWN(0, 1)
  DOWN(1, 0)
  OFONE(0)
  OFONE(1)
#if N > 2
  RECEIVE(0, 2)
  RECEIVE(2, 0)
  RECEIVE(1, 2)
  RECEIVE(2, 1)
  RESEND(0, 2)
  RESEND(2, 0)
  RESEND(1, 2)
  RESEND(2, 1)
  DOWN(0, 2)
  DOWN(2, 0)
  DOWN(1, 2)
  DOWN(2, 1)
  OFONE(2)
#endif
  FAILURE
  od
}
