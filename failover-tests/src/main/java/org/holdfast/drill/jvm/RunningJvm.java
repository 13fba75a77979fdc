// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.drill.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A JVM that can be asked through JMX. */
public interface RunningJvm {
  /**
   * Longest wait for a connection: to attach takes 10 s if the JVM does not answer; a host that
   * drops packets would take minutes.
   */
  int TIMEOUT_SECONDS = 15;

  /** As in {@code process 4711}, for people. */
  String name();

  /**
   * Connects; the caller closes. A process gets a JMX agent on loopback if it has none.
   *
   * @throws UnreachableException if there is no such JVM, it is another user's, or it does not
   *     answer within {@link #TIMEOUT_SECONDS}; a process that is no JVM is left alone
   */
  JMXConnector connect() throws UnreachableException;

  /** Whether a process of this machine can be seen to be a JVM, which it does not notice. */
  static boolean isProcess(long pid) {
    try {
      JvmProcesses.here().require(pid);
      return true;
    } catch (UnreachableException e) {
      return false;
    }
  }

  /** A process of this machine, of the same user. */
  static RunningJvm process(long pid) {
    return new RunningJvm() {
      @Override
      public String name() {
        return "process " + pid;
      }

      @Override
      public JMXConnector connect() throws UnreachableException {
        if (ProcessHandle.of(pid).isEmpty()) {
          throw new UnreachableException("there is no " + name() + " here");
        }
        JvmProcesses.here().require(pid);
        return RunningJvm.connect(this, () -> attach(pid));
      }
    };
  }

  /** One that was started with {@code com.sun.management.jmxremote.port}. */
  static RunningJvm remote(String host, int port) {
    String address = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    return new RunningJvm() {
      @Override
      public String name() {
        return address;
      }

      @Override
      public JMXConnector connect() throws UnreachableException {
        return RunningJvm.connect(
            this, () -> "service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi");
      }
    };
  }

  /** Finds out where to connect to. */
  interface Address {
    String find() throws IOException, AttachNotSupportedException;
  }

  private static String attach(long pid) throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    try {
      return machine.startLocalManagementAgent();
    } finally {
      machine.detach();
    }
  }

  // The answers are deserialized: whoever names a JVM trusts it as any JMX console would.
  @SuppressWarnings("BanJNDI")
  private static JMXConnector connect(RunningJvm jvm, Address address) throws UnreachableException {
    CompletableFuture<JMXConnector> connected =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return JMXConnectorFactory.connect(new JMXServiceURL(address.find()));
              } catch (IOException | AttachNotSupportedException | SecurityException e) {
                throw new CompletionException(e);
              }
            });
    try {
      return connected.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new UnreachableException(
          jvm.name() + " does not answer within " + TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted while connecting to " + jvm.name(), e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof NoClassDefFoundError) {
        throw new UnreachableException(
            "this Java cannot attach to processes: run the verb with a JDK, not a JRE", cause);
      }
      throw new UnreachableException("cannot reach " + jvm.name() + ": " + firstLine(cause), cause);
    }
  }

  private static String firstLine(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null || message.isBlank()
        ? thrown.toString()
        : message.strip().lines().findFirst().orElse("").replaceAll("[\\s:;]+$", "");
  }
}
