// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.tomee;

import org.apache.openejb.core.stateful.Cache;
import org.apache.openejb.core.stateful.DefaultLockFactory;
import org.apache.openejb.core.stateful.Instance;
import org.apache.openejb.core.stateful.StatefulContainer;
import org.apache.openejb.core.stateful.StatefulContainerFactory;
import org.apache.openejb.spi.SecurityService;
import org.apache.openejb.util.Duration;

/**
 * Makes containers of stateful session beans that are replicated. In {@code tomee.xml}:
 *
 * <pre>{@code
 * <Container id="Replicated" type="STATEFUL"
 *            class-name="org.holdfast.tomee.ReplicatedStatefulContainerFactory" factory-name="create">
 *   AccessTimeout = 30 seconds
 *   TimeOut = 30
 * </Container>
 * }</pre>
 *
 * <p>{@code TimeOut} is in minutes, -1 for never, and holds for all beans of the container. {@code
 * Cache}, {@code Passivator}, {@code Capacity} and {@code Frequency} have no meaning here. All
 * other settings are Holdfast's own, read from system properties and the environment as web
 * applications read theirs: so both share one node.
 */
public final class ReplicatedStatefulContainerFactory extends StatefulContainerFactory {
  private static final int DEFAULT_MINUTES = 30;

  private int minutes = DEFAULT_MINUTES;

  /** Sets the minutes for which a bean lives without a call; negative for ever. */
  @Override
  public void setTimeOut(String value) {
    minutes = Integer.parseInt(value.trim());
  }

  @Override
  public StatefulContainer create() {
    ReplicatedBeanCache cache =
        ReplicatedBeanCache.open(String.valueOf(getId()), java.time.Duration.ofMinutes(minutes));
    return new Container(getId(), getSecurityService(), cache, getAccessTimeout());
  }

  /** A stateful container whose keys are those of {@link BeanKey}. */
  private static final class Container extends StatefulContainer {
    Container(
        Object id,
        SecurityService<?> security,
        Cache<Object, Instance> cache,
        Duration accessTimeout) {
      super(id, security, cache, accessTimeout, true, new DefaultLockFactory());
    }

    @Override
    protected Object newPrimaryKey() {
      return BeanKey.draw();
    }
  }
}
