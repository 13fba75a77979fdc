// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.holdfast.drill.Holdfast;

/** What the engine of containers may know, and who may know it. */
public final class ContainerArchitectureRules {
  private static final String CONTAINER = "org.holdfast.drill.container";

  private ContainerArchitectureRules() {}

  @ArchTest
  public static final ArchRule anEngineKnowsTheClusterAndTheFaultsOnly =
      noClasses()
          .that()
          .resideInAPackage(CONTAINER)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.holdfast..")
                  .and(
                      not(
                          resideInAnyPackage(
                              CONTAINER,
                              "org.holdfast.drill.cluster",
                              "org.holdfast.drill.fault",
                              "org.holdfast.drill.machine",
                              "org.holdfast.drill.network",
                              "org.holdfast.drill.settings"))))
          .because("nodes are started by their command line and settings, whatever is in them");

  @ArchTest
  public static final ArchRule nobodyButTheCommandLineKnowsTheEngine =
      noClasses()
          .that()
          .resideOutsideOfPackage(CONTAINER)
          .and()
          .doNotBelongToAnyOf(Holdfast.class)
          .and()
          .resideOutsideOfPackage("org.holdfast.drill.run")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(CONTAINER);
}
