// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Arrows between what draws, what tells and what watches point one way. */
public final class ReportArchitectureRules {
  private static final String DRILL = "org.holdfast.drill.";

  private ReportArchitectureRules() {}

  @ArchTest
  public static final ArchRule aPageKnowsNothingOfWhatItTells =
      noClasses()
          .that()
          .resideInAPackage(DRILL + "page")
          .should()
          .dependOnClassesThat(oursBut("page"))
          .because("reports of every kind are drawn by it");

  @ArchTest
  public static final ArchRule aReportKnowsNothingOfHowItCameAbout =
      noClasses()
          .that()
          .resideInAPackage(DRILL + "report")
          .should()
          .dependOnClassesThat(oursBut("report", "page"))
          .because("a report can then be read back and told again");

  @ArchTest
  public static final ArchRule whoWatchesKnowsNothingOfWhatIsPlayed =
      noClasses()
          .that()
          .resideInAPackage(DRILL + "timeline")
          .should()
          .dependOnClassesThat(oursBut("timeline", "report", "load", "cluster"))
          .because("faults are marked in words");

  private static DescribedPredicate<JavaClass> oursBut(String... packages) {
    return DescribedPredicate.describe(
        "are of this project, but not of " + String.join(", ", packages),
        type -> {
          String name = type.getPackageName();
          boolean allowed = false;
          for (String one : packages) {
            allowed |= name.equals(DRILL + one);
          }
          return name.startsWith("org.holdfast.") && !allowed;
        });
  }
}
