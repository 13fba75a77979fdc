// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.container;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerOptionsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", "-v", "shop latest", "shop\nFROM other", "../x"})
  void refuseWhatIsNoNameOfAnImage(String name) {
    assertThatThrownBy(() -> ContainerOptions.DEFAULT.withImage(name, 8080))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be the name of an image");
  }

  @Test
  void refuseAPortThatIsNone() {
    assertThatThrownBy(() -> ContainerOptions.DEFAULT.withImage("shop:1", 0))
        .hasMessageContaining("1 to 65535, was 0");
  }

  @Test
  void refuseAWebApplicationThatCannotBeRead() {
    Path missing = directory.resolve("shop.war");

    assertThatThrownBy(() -> ContainerOptions.DEFAULT.withWar(missing, "/"))
        .hasMessageContaining("cannot read the web application " + missing);
  }

  @Test
  void refuseAWebApplicationTogetherWithAnImageOfTheUsersOwn() throws Exception {
    Path war = Files.createFile(directory.resolve("shop.war"));

    assertThatThrownBy(() -> ContainerOptions.DEFAULT.withImage("shop", 80).withWar(war, "/"))
        .hasMessageContaining("neither with a web application");
  }
}
