// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.filter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletContainer;
import jakarta.servlet.DispatcherType;
import org.junit.jupiter.api.Test;

/** A web application of Undertow that declares the filter itself. */
class UndertowDeclarationIT {
  @Test
  void endsTheStart_whenASettingOfTheDeclaredFilterIsUnknown() {
    DeploymentInfo info =
        Servlets.deployment()
            .setClassLoader(getClass().getClassLoader())
            .setDeploymentName("shop")
            .setContextPath("/shop")
            .addFilter(
                Servlets.filter("sessions", HoldfastFilter.class)
                    .setAsyncSupported(true)
                    .addInitParam("secondary", "2"))
            .addFilterUrlMapping("sessions", "/*", DispatcherType.REQUEST);
    DeploymentManager manager = ServletContainer.Factory.newInstance().addDeployment(info);
    manager.deploy();

    assertThatThrownBy(manager::start)
        .hasStackTraceContaining(
            "init parameter of the filter secondary is not a setting of Holdfast; the nearest is secondaries");
  }
}
