// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.threads;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.holdfast.drill.jvm.RunningJvm;
import org.holdfast.drill.jvm.UnreachableException;

/** Takes dumps of running JVMs: what {@code jcmd PID Thread.print -l} prints, through JMX. */
public final class LiveDump {
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

  private LiveDump() {}

  /**
   * Takes a dump now. All threads of that JVM stand still for it, some milliseconds for a thousand
   * of them. Threads of the JMX connection are in it.
   *
   * @throws UnreachableException if the JVM cannot be asked, or does not answer within {@link
   *     RunningJvm#TIMEOUT_SECONDS}
   * @throws NotADumpException if it answers with something else
   */
  public static ThreadDump take(RunningJvm jvm) throws UnreachableException, IOException {
    JMXConnector connector = jvm.connect();
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> print(connector));
    try {
      return ThreadDumps.parse(jvm.name(), answer.get(RunningJvm.TIMEOUT_SECONDS, TimeUnit.SECONDS))
          .get(0);
    } catch (TimeoutException e) {
      throw new UnreachableException(
          jvm.name() + " gives no thread dump within " + RunningJvm.TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while asking " + jvm.name(), e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new UnreachableException(
          cause instanceof InstanceNotFoundException
              ? jvm.name() + " has no bean " + COMMANDS + ": it is no HotSpot JVM"
              : jvm.name() + " gives no thread dump: " + cause,
          cause);
    }
  }

  /** Closes, too, which takes as long as the answer where a JVM hangs. */
  private static String print(JMXConnector connector) {
    try (connector) {
      Object[] arguments = {new String[] {"-l"}};
      String[] types = {String[].class.getName()};
      return String.valueOf(
          connector
              .getMBeanServerConnection()
              .invoke(new ObjectName(COMMANDS), "threadPrint", arguments, types));
    } catch (IOException | JMException e) {
      throw new CompletionException(e);
    }
  }
}
