// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.network;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What all engines share knows none of them. */
public final class NetworkArchitectureRules {
  private static final String NETWORK = "org.holdfast.drill.network";
  private static final String MACHINE = "org.holdfast.drill.machine";

  private NetworkArchitectureRules() {}

  @ArchTest
  public static final ArchRule networksKnowTheFaultsAndTheMachineOnly =
      noClasses()
          .that()
          .resideInAnyPackage(NETWORK, MACHINE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.holdfast..")
                  .and(not(resideInAnyPackage(NETWORK, MACHINE, "org.holdfast.drill.fault"))));

  @ArchTest
  public static final ArchRule theMachineKnowsNothingOfDrills =
      noClasses()
          .that()
          .resideInAPackage(MACHINE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.holdfast..").and(not(resideInAPackage(MACHINE))));
}
