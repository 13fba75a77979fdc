// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of the TCK in a process of their own: Arquillian has one container in each. */
final class TckRun implements TestExecutionListener {
  private final Map<String, String> results = new TreeMap<>();

  private TckRun() {}

  /**
   * @param arguments the file for the results, then the names of classes
   */
  public static void main(String[] arguments) throws IOException {
    Path report = Path.of(arguments[0]);
    DiscoverySelector[] classes = new DiscoverySelector[arguments.length - 1];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = selectClass(arguments[i + 1]);
    }
    TckRun run = new TckRun();
    LauncherFactory.create().execute(request().selectors(classes).build(), run);
    StringBuilder lines = new StringBuilder();
    run.results.forEach(
        (test, result) -> lines.append(test).append(' ').append(result).append('\n'));
    Files.writeString(report, lines);
    // Tests leave threads behind.
    System.exit(0);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() && test.getSource().orElse(null) instanceof MethodSource source) {
      results.put(source.getClassName() + "." + source.getMethodName(), result.getStatus().name());
    }
  }
}
