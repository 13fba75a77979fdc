// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import org.holdfast.drill.container.ContainerArchitectureRules;
import org.holdfast.drill.network.NetworkArchitectureRules;
import org.holdfast.drill.plan.PlanArchitectureRules;
import org.holdfast.drill.report.ReportArchitectureRules;

/** The arrows between the packages. One class reads all of them: that takes most of the time. */
@AnalyzeClasses(packages = "org.holdfast.drill", importOptions = DoNotIncludeTests.class)
final class DrillArchitectureTest {
  @ArchTest static final ArchTests containers = ArchTests.in(ContainerArchitectureRules.class);

  @ArchTest static final ArchTests networks = ArchTests.in(NetworkArchitectureRules.class);

  @ArchTest static final ArchTests planner = ArchTests.in(PlanArchitectureRules.class);

  @ArchTest static final ArchTests reports = ArchTests.in(ReportArchitectureRules.class);
}
