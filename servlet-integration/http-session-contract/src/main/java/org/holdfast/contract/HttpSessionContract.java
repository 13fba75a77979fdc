// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.contract;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The contract on the sessions of an application, whichever container it runs in: it cannot tell
 * that they are replicated, except that they survive.
 *
 * <p>An integration runs it all by one class:
 *
 * <pre>{@code
 * class TomcatHttpSessionContractIT extends HttpSessionContract {
 *   @Override
 *   protected ContainerUnderTest container() {
 *     return new TomcatUnderTest();
 *   }
 * }
 * }</pre>
 *
 * <p>Topics may run at the same time, where the build says so; the points of one topic never do.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class HttpSessionContract {
  /** Returns the container under test; each topic calls this once. */
  protected abstract ContainerUnderTest container();

  @Nested
  class Identity extends SessionIdentityContract {
    Identity() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Cookies extends CookieContract {
    Cookies() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Tracking extends TrackingContract {
    Tracking() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Attributes extends SessionAttributeContract {
    Attributes() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class ViewState extends ViewStateContract {
    ViewState() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Listeners extends ListenerContract {
    Listeners() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Events extends EventsContract {
    Events() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Lifetime extends LifetimeContract {
    Lifetime() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class PlannedStops extends PlannedStopContract {
    PlannedStops() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Accesses extends AccessContract {
    Accesses() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Dispatch extends DispatchContract {
    Dispatch() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Responses extends ResponseContract {
    Responses() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class RefusedCreations extends RefusedCreationContract {
    RefusedCreations() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Security extends SecurityContract {
    Security() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Status extends StatusContract {
    Status() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class Applications extends ApplicationsContract {
    Applications() {
      super(HttpSessionContract.this.container());
    }
  }

  @Nested
  class WebSockets extends WebSocketContract {
    WebSockets() {
      super(HttpSessionContract.this.container());
    }
  }
}
