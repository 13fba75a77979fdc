// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;

/** An interceptor with state of its own, which belongs to the bean that it intercepts. */
@Counted
@Interceptor
@Priority(Interceptor.Priority.APPLICATION)
public class CountingInterceptor implements Serializable {
  private static final long serialVersionUID = 1L;

  private int calls;

  @AroundInvoke
  public Object count(InvocationContext call) throws Exception {
    calls++;
    return call.proceed() + " in call " + calls;
  }
}
