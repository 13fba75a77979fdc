// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tck;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Registers {@link EmbeddedTomcat} with Arquillian. */
public final class TckExtension implements LoadableExtension {
  @Override
  public void register(ExtensionBuilder builder) {
    builder.service(DeployableContainer.class, EmbeddedTomcat.class);
  }
}
