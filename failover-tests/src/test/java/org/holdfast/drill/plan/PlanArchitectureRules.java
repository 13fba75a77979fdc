// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.plan;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.holdfast.drill.Holdfast;

/** Arrows between the packages of the planner's verb point one way. */
public final class PlanArchitectureRules {
  private static final String PLAN = "org.holdfast.drill.plan";

  private PlanArchitectureRules() {}

  @ArchTest
  public static final ArchRule aReportKnowsNothingOfHowItCameAbout =
      noClasses()
          .that()
          .resideInAPackage(PLAN + ".report")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              PLAN,
              "org.holdfast.drill.capacity",
              "org.holdfast.drill.cluster",
              "org.holdfast.drill.loadrun",
              "org.holdfast.drill.usage")
          .because("a report can then be read back and told again");

  @ArchTest
  public static final ArchRule measuringNodesNeedsNoLoad =
      noClasses()
          .that()
          .resideInAPackage("org.holdfast.drill.usage")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              PLAN + "..",
              "org.holdfast.drill.load..",
              "org.holdfast.drill.loadrun..",
              "org.holdfast.drill.crowd..",
              "org.holdfast.drill.capacity..")
          .because("what a node uses does not depend on who asked for it");

  @ArchTest
  public static final ArchRule nobodyButTheCommandLineKnowsTheVerb =
      noClasses()
          .that()
          .resideOutsideOfPackage(PLAN + "..")
          .and()
          .doNotBelongToAnyOf(Holdfast.class)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(PLAN + "..");
}
