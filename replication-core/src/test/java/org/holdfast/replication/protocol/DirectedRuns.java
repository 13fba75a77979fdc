// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication.protocol;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.holdfast.replication.protocol.repair.PaceTest;
import org.holdfast.replication.protocol.session.MemoryTest;
import org.holdfast.replication.protocol.takeover.SeekersTest;
import org.holdfast.replication.protocol.views.SlowPeersRulesTest;
import org.holdfast.replication.protocol.views.ViewTrackerTest;
import org.holdfast.replication.protocol.views.ViewsTest;
import org.holdfast.replication.protocol.views.WantedHoldersTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tests of single rules, message by message, so that they can be started from outside the
 * protocol's class loader: all of them, or one by its name.
 */
public final class DirectedRuns implements LongConsumer, Consumer<String> {
  private static final List<Class<?>> TESTS =
      List.of(
          ProtocolRulesTest.class,
          SecondLineTest.class,
          PresumedDeadTest.class,
          PrimaryDutiesTest.class,
          StaleHoldersTest.class,
          AcquireRoundTest.class,
          AncestorDefectsTest.class,
          LongAbsencesTest.class,
          ChosenRulesTest.class,
          DeniedIdTest.class,
          DepartureTest.class,
          DrainedTogetherTest.class,
          DrainLookTest.class,
          ExclusionTest.class,
          FoundedAloneTest.class,
          FullQueueTest.class,
          HandOverNoticeTest.class,
          HeldBytesTest.class,
          HangTest.class,
          HoldersTest.class,
          LagTest.class,
          LeasedAdoptionTest.class,
          LeaseNewsTest.class,
          LonePrimaryTest.class,
          MajorityTest.class,
          MemoryTest.class,
          NextTickTest.class,
          PassedOverTest.class,
          PaceTest.class,
          ReleasesTest.class,
          RepairsTest.class,
          SecondThoughtsTest.class,
          SeekersTest.class,
          SessionImageTest.class,
          SlowPeersRulesTest.class,
          SlowPeersTest.class,
          StepDownTest.class,
          TakenBackReportTest.class,
          ThirdThoughtsTest.class,
          TwoSeekersTest.class,
          UnknownKeysTest.class,
          ViewsTest.class,
          ViewTrackerTest.class,
          WantedHoldersTest.class);

  /** The seed changes nothing. */
  @Override
  public void accept(long seed) {
    TESTS.forEach(DirectedRuns::runAll);
  }

  /** Runs {@code Class.method}, if there is such a test. */
  @Override
  public void accept(String name) {
    TESTS.forEach(test -> runOne(test, name));
  }

  /** Runs the tests of a class as JUnit would, until one fails. */
  public static void runAll(Class<?> test) {
    runIf(test, method -> true);
  }

  /** Runs {@code Class.method}, if that is one of the class's tests. */
  public static void runOne(Class<?> test, String name) {
    runIf(test, method -> isNamed(test, method, name));
  }

  private static boolean isNamed(Class<?> test, Method method, String name) {
    return name.equals(test.getSimpleName() + "." + method.getName());
  }

  private static void runIf(Class<?> test, Predicate<Method> wanted) {
    List<Method> methods =
        Arrays.stream(test.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Test.class))
            .filter(wanted)
            .toList();
    if (methods.isEmpty()) {
      return;
    }
    try {
      call(test, BeforeAll.class, null);
      try {
        for (Method method : methods) {
          run(test, method);
        }
      } finally {
        call(test, AfterAll.class, null);
      }
    } catch (InvocationTargetException failed) {
      throw new AssertionError(test.getSimpleName() + " cannot be prepared", failed.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(test + " cannot be started here", e);
    }
  }

  private static void run(Class<?> test, Method method) throws ReflectiveOperationException {
    try {
      Constructor<?> constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object made = constructor.newInstance();
      call(test, BeforeEach.class, made);
      try {
        method.setAccessible(true);
        method.invoke(made);
      } finally {
        call(test, AfterEach.class, made);
      }
    } catch (InvocationTargetException failed) {
      throw new AssertionError(
          test.getSimpleName() + "." + method.getName() + " fails", failed.getCause());
    }
  }

  private static void call(
      Class<?> test, Class<? extends Annotation> annotation, @Nullable Object on)
      throws ReflectiveOperationException {
    for (Method method : test.getDeclaredMethods()) {
      if (method.isAnnotationPresent(annotation)) {
        method.setAccessible(true);
        method.invoke(on);
      }
    }
  }
}
