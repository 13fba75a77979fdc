// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.serialization.kryo;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.holdfast.replication.serialization.codec.CodecLimits;
import org.holdfast.replication.serialization.filter.ClassFilter;
import org.holdfast.replication.serialization.filter.WebappClasses;
import org.holdfast.replication.serialization.schema.ClassAliases;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The state that the requests of a web application share when they encode and decode at once. */
public final class CodecStress {
  private static final WebappClasses CLASSES =
      new WebappClasses(CodecStress.class.getClassLoader(), ClassFilter.of(""));

  private CodecStress() {}

  private static AttributeKryo kryo() {
    return AttributeKryo.create(
        new JdkTypes(CLASSES, ClassAliases.NONE),
        CLASSES,
        new ClassPlans(CLASSES),
        CodecLimits.DEFAULT);
  }

  /** A class of the application. */
  public static final class Bean implements Serializable {
    private static final long serialVersionUID = 1L;
    int number;
  }

  private static boolean survives(KryoAttributeCodec codec, int number) {
    Bean bean = new Bean();
    bean.number = number;
    Object back = codec.decode("a", codec.encode("a", new ArrayList<>(List.of(bean, bean))));
    return back instanceof List<?> list
        && list.size() == 2
        && list.get(0) == list.get(1)
        && list.get(0) instanceof Bean copy
        && copy.number == number;
  }

  /** {@code ClassPlans.plans}: two threads see a class for the first time. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "both have the same plan, and so has the table")
  @State
  public static class OneClassTwice {
    private final ClassPlans plans = new ClassPlans(CLASSES);
    private Object first;
    private Object second;

    @Actor
    public void first() {
      first = plans.plan(Bean.class);
    }

    @Actor
    public void second() {
      second = plans.plan(Bean.class);
    }

    @Arbiter
    public void same(Z_Result result) {
      result.r1 = first == second && first == plans.plan(Bean.class);
    }
  }

  /**
   * Idle instances, {@code WebappClasses.loaded}, {@code verifiedKryo}: two requests encode and
   * decode with one codec, in which one instance is idle.
   */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "each gets back what it wrote")
  @State
  public static class TwoRequests {
    private final KryoAttributeCodec codec =
        new KryoAttributeCodec(
            CodecStress.class.getClassLoader(), ClassFilter.of(""), CodecLimits.DEFAULT);

    public TwoRequests() {
      byte[] unused = codec.encode("a", "x");
    }

    @Actor
    public void first(ZZ_Result result) {
      result.r1 = survives(codec, 1);
    }

    @Actor
    public void second(ZZ_Result result) {
      result.r2 = survives(codec, 2);
    }
  }

  /**
   * {@code KryoPool.Generation.places}: of one idle instance and two borrowers one makes its own.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "nobody shares an instance")
  @State
  public static class TwoBorrowers {
    private static final AttributeKryo IDLE = kryo();
    private static final AttributeKryo MADE = kryo();
    private int made;
    private final KryoPool pool = new KryoPool(() -> made++ == 0 ? IDLE : MADE, 2);
    private AttributeKryo first;
    private AttributeKryo second;

    public TwoBorrowers() {
      // All states of this test share the instance, and nobody uses it.
      synchronized (IDLE) {
        pool.borrow().giveBack();
      }
    }

    @Actor
    public void first() {
      first = pool.borrow().kryo();
    }

    @Actor
    public void second() {
      second = pool.borrow().kryo();
    }

    @Arbiter
    public void apart(Z_Result result) {
      result.r1 = first != second;
    }
  }

  /**
   * {@code KryoPool.current}: an instance is made, used and given back while what instances are
   * made from changes, after which the pool is renewed.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the next borrower gets one that knows of it")
  @State
  public static class LoanAgainstRenewal {
    private static final AttributeKryo OLD = kryo();
    private static final AttributeKryo NEW = kryo();
    private boolean changed;
    private final KryoPool pool = new KryoPool(() -> changed ? NEW : OLD, 2);

    @Actor
    public void use() {
      pool.borrow().giveBack();
    }

    @Actor
    public void renew() {
      changed = true;
      pool.renew();
    }

    @Arbiter
    public void next(Z_Result result) {
      result.r1 = pool.borrow().kryo() == NEW;
    }
  }
}
