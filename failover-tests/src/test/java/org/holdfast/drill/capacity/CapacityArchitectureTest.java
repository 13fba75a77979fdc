// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.capacity;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.InstantSource;
import java.time.temporal.Temporal;
import java.util.random.RandomGenerator;

/** The capacity planner computes: what it is told goes in, what follows comes out. */
@AnalyzeClasses(
    packages = CapacityArchitectureTest.CAPACITY,
    importOptions = DoNotIncludeTests.class)
final class CapacityArchitectureTest {
  static final String CAPACITY = "org.holdfast.drill.capacity";

  @ArchTest
  static final ArchRule knowsNothingOfDriversAndClusters =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              CAPACITY,
              "org.hipparchus..",
              "org.jspecify.annotations..",
              "java.lang",
              "java.lang.runtime",
              "java.lang.invoke",
              "java.math",
              "java.time",
              "java.util",
              "java.util.function",
              "java.util.stream")
          .because(
              "without files, sockets, threads and locks the same figures give the same answer");

  @ArchTest
  static final ArchRule readsNoClockAndThrowsNoDice =
      noClasses()
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat(assignableTo(Thread.class))
          .orShould()
          .dependOnClassesThat(assignableTo(InstantSource.class))
          .orShould()
          .dependOnClassesThat(assignableTo(Temporal.class))
          .orShould()
          .callConstructorWhere(target(owner(assignableTo(RandomGenerator.class))))
          .because("time and randomness are handed in");
}
