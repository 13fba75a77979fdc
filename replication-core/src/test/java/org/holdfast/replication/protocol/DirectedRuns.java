/*
 * Copyright 2026 The Holdfast authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.holdfast.replication.protocol;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tests of single rules, message by message, so that they can be started from outside the
 * protocol's class loader.
 */
public final class DirectedRuns implements LongConsumer {
  private static final List<Class<?>> TESTS =
      List.of(
          ProtocolRulesTest.class,
          SecondLineTest.class,
          PresumedDeadTest.class,
          PrimaryDutiesTest.class,
          StraysTest.class,
          AcquireRoundTest.class,
          AncestorDefectsTest.class,
          AbsencesTest.class,
          DrainedTogetherTest.class,
          ExclusionTest.class,
          FullQueueTest.class,
          HoldersTest.class,
          LagTest.class,
          LeasedAdoptionTest.class,
          LeaseNewsTest.class,
          LonePrimaryTest.class,
          MajorityTest.class,
          ReleasesTest.class,
          RepairsTest.class,
          SecondThoughtsTest.class,
          SlowPeersTest.class,
          StepDownTest.class,
          TakenBackReportTest.class,
          ThirdThoughtsTest.class,
          TwoSeekersTest.class,
          UnknownKeysTest.class,
          WantedHoldersTest.class);

  /** The seed changes nothing. */
  @Override
  public void accept(long seed) {
    for (Class<?> test : TESTS) {
      for (Method method : test.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          run(test, method);
        }
      }
    }
  }

  private static void run(Class<?> test, Method method) {
    try {
      Constructor<?> constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object made = constructor.newInstance();
      for (Method before : test.getDeclaredMethods()) {
        if (before.isAnnotationPresent(BeforeEach.class)) {
          before.setAccessible(true);
          before.invoke(made);
        }
      }
      method.setAccessible(true);
      method.invoke(made);
    } catch (InvocationTargetException failed) {
      throw new AssertionError(
          test.getSimpleName() + "." + method.getName() + " fails", failed.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(test + " cannot be started here", e);
    }
  }
}
