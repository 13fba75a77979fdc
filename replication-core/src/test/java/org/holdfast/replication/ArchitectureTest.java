// SPDX-FileCopyrightText: 2026 The Holdfast authors
// SPDX-License-Identifier: Apache-2.0

package org.holdfast.replication;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.io.ObjectInputStream;
import java.lang.management.MemoryMXBean;
import java.lang.reflect.Method;
import java.time.InstantSource;
import java.util.ServiceLoader;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.holdfast.replication.transport.MalformedFrameException;
import org.jspecify.annotations.NullMarked;

/**
 * The arrows between the packages of the core: who may know whom. Each rule allows what it does not
 * name, so a new package is judged by the general ones (cycles, outside libraries, package-info)
 * until it gets one of its own here.
 */
@AnalyzeClasses(packages = ArchitectureTest.CORE, importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  static final String CORE = "org.holdfast.replication";

  private static final String MEMBERSHIP = CORE + ".membership";
  private static final String PLACEMENT = CORE + ".placement..";
  private static final String PROTOCOL = CORE + ".protocol..";
  private static final String PROTOCOL_WORDS = CORE + ".protocol";
  private static final String PROTOCOL_TURN = CORE + ".protocol.turn..";
  private static final String PROTOCOL_VIEWS = CORE + ".protocol.views..";
  private static final String PROTOCOL_PRIMARY = CORE + ".protocol.primary..";
  private static final String PROTOCOL_TAKEOVER = CORE + ".protocol.takeover..";
  private static final String PROTOCOL_SESSION = CORE + ".protocol.session..";
  private static final String PROTOCOL_REPAIR = CORE + ".protocol.repair..";
  private static final String PROTOCOL_REPLICA = CORE + ".protocol.replica..";
  private static final String WIRE = CORE + ".wire..";
  private static final String TRANSPORT = CORE + ".transport";
  private static final String SERIALIZATION = CORE + ".serialization";
  private static final String STATUS = CORE + ".status..";
  private static final String SESSION = CORE + ".session..";
  private static final String SESSION_ITSELF = CORE + ".session";
  private static final String SESSION_ID = CORE + ".session.id..";
  private static final String SESSION_ATTRIBUTES = CORE + ".session.attributes..";
  private static final String NODE = CORE + ".node..";
  private static final String STORE = CORE + ".store..";
  private static final String CONFIG = CORE + ".config..";
  private static final String METRICS = CORE + ".metrics..";
  private static final String DELTA = CORE + ".delta..";
  private static final String BYTES = CORE + ".bytes..";
  private static final String THREAD = CORE + ".thread..";
  private static final String LOGGING = CORE + ".logging..";
  private static final String SECURITY = CORE + ".security..";

  private static final String JGROUPS_ADAPTER = MEMBERSHIP + ".jgroups..";
  private static final String GRIZZLY_ADAPTER = TRANSPORT + ".grizzly..";
  private static final String KRYO_ADAPTER = SERIALIZATION + ".kryo..";

  private static final String CODEC = SERIALIZATION + ".codec..";
  private static final String FILTER = SERIALIZATION + ".filter..";
  private static final String SCHEMA = SERIALIZATION + ".schema..";
  private static final String JDK_STREAMS = SERIALIZATION + ".jdk..";

  private static final DescribedPredicate<JavaClass> OURS = resideInAPackage(CORE + "..");

  /** The first puts the parts together, the second loads them ahead. */
  private static final DescribedPredicate<JavaClass> OUTSIDE_OF_THE_ROOT =
      not(partOf(CORE + ".node.ReplicationNode").or(partOf(CORE + ".node.Preparation")));

  // Outside libraries: each is known to one adapter.

  @ArchTest
  static final ArchRule onlyItsAdapterKnowsJGroups =
      onlyIn(JGROUPS_ADAPTER, "org.jgroups..").because("membership has to stay replaceable");

  @ArchTest
  static final ArchRule onlyItsAdapterKnowsGrizzly =
      onlyIn(GRIZZLY_ADAPTER, "org.glassfish.grizzly..")
          .because("transport has to stay replaceable");

  @ArchTest
  static final ArchRule onlyItsAdapterKnowsKryo =
      onlyIn(KRYO_ADAPTER, "com.esotericsoftware..", "org.objenesis..")
          .because("serialization has to stay replaceable");

  @ArchTest
  static final ArchRule onlyFingerprintsKnowTheHash =
      onlyIn(SERIALIZATION, "com.dynatrace.hash4j..")
          .because("a hash is as good as the seed that it is taken under");

  @ArchTest
  static final ArchRule nobodyKnowsServletsOrContainers =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta.servlet..",
              "javax.servlet..",
              "org.apache.catalina..",
              "org.apache.coyote..",
              "org.apache.tomcat..",
              "org.eclipse.jetty..",
              "org.springframework..")
          .because("the core serves every container alike")
          .allowEmptyShould(true);

  // The pure packages: the simulator owns their time, their network and their dice.

  @ArchTest
  static final ArchRule purePackagesDoNoInputOrOutput =
      pureClasses()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net..",
              "java.nio.channels..",
              "java.nio.file..",
              "javax.net..",
              "org.slf4j..",
              "java.util.logging..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.(File|RandomAccessFile).*")
          .because("they answer with messages to send; whoever drives them does the rest")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule purePackagesStartNoThreads =
      pureClasses()
          .dependOnClassesThat(
              assignableTo(Executor.class)
                  .or(assignableTo(Executors.class))
                  .or(assignableTo(Timer.class)))
          .orShould()
          .callConstructorWhere(target(owner(assignableTo(Thread.class))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(Thread.class))).and(target(not(name("holdsLock")))))
          .because("a simulated run has to be one sequence of events; asserting a lock is fine")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule purePackagesReadNoClock =
      pureClasses()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat(assignableTo(InstantSource.class))
          .because("time is an argument")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nothingStartsAGarbageCollection =
      noClasses()
          .should()
          .callMethod(System.class, "gc")
          .orShould()
          .callMethod(Runtime.class, "gc")
          .orShould()
          .callMethod(MemoryMXBean.class, "gc")
          .because("whoever reads a status or a figure must not be able to stop the node");

  @ArchTest
  static final ArchRule purePackagesThrowNoDice =
      pureClasses()
          .callConstructorWhere(target(owner(assignableTo(RandomGenerator.class))))
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat(assignableTo(ThreadLocalRandom.class))
          .because("a seed has to replay a run; a generator may be handed in")
          .allowEmptyShould(true);

  // Arrows between our own packages.

  @ArchTest static final ArchRule membershipKnowsNobody = knowsOnly(MEMBERSHIP, MEMBERSHIP);

  @ArchTest
  static final ArchRule membershipAdapterKnowsItsPort =
      knowsOnly(JGROUPS_ADAPTER, JGROUPS_ADAPTER, MEMBERSHIP, CONFIG, METRICS, LOGGING);

  @ArchTest
  static final ArchRule placementKnowsMembership = knowsOnly(PLACEMENT, PLACEMENT, MEMBERSHIP);

  @ArchTest
  static final ArchRule protocolKnowsPlacementAndMembership =
      knowsOnly(PROTOCOL, PROTOCOL, PLACEMENT, MEMBERSHIP, DELTA, BYTES, CONFIG, METRICS);

  @ArchTest
  static final ArchRule turnOfTheProtocolKnowsNothingButJava = knowsOnlyJava(PROTOCOL_TURN);

  @ArchTest
  static final ArchRule viewsOfTheProtocolKnowItsWords =
      roomKnowsOnly(PROTOCOL_VIEWS, PLACEMENT, METRICS);

  @ArchTest
  static final ArchRule primaryKnowsWhoIsThere =
      roomKnowsOnly(PROTOCOL_PRIMARY, PROTOCOL_TURN, PROTOCOL_VIEWS, METRICS);

  @ArchTest
  static final ArchRule takeoverKnowsWhoIsThere =
      roomKnowsOnly(PROTOCOL_TAKEOVER, PROTOCOL_TURN, PROTOCOL_VIEWS, METRICS);

  @ArchTest
  static final ArchRule sessionOfTheProtocolKnowsHowItIsServedAndFound =
      roomKnowsOnly(
          PROTOCOL_SESSION,
          PROTOCOL_TURN,
          PROTOCOL_VIEWS,
          PROTOCOL_PRIMARY,
          PROTOCOL_TAKEOVER,
          DELTA,
          METRICS);

  @ArchTest
  static final ArchRule onlyItsPackageSeesTheStateOfASession =
      classes()
          .that()
          .resideInAPackage(PROTOCOL_SESSION)
          .and()
          .haveSimpleName("SessionState")
          .should()
          .bePackagePrivate()
          .because("callers name a session by its key, and Sessions locks it");

  @ArchTest
  static final ArchRule repairKnowsSessionsByTheirKeys =
      roomKnowsOnly(PROTOCOL_REPAIR, PROTOCOL_TURN, PROTOCOL_VIEWS, PROTOCOL_SESSION);

  @ArchTest
  static final ArchRule wordsOfTheProtocolKnowNoneOfItsParts =
      roomKnowsOnly(PROTOCOL_WORDS, DELTA, BYTES);

  @ArchTest
  static final ArchRule noPartOfTheProtocolKnowsTheWhole =
      noClasses()
          .that()
          .resideInAPackage(PROTOCOL)
          .and()
          .resideOutsideOfPackage(PROTOCOL_REPLICA)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(PROTOCOL_REPLICA);

  @ArchTest
  static final ArchRule wireKnowsWhatItCarries =
      classes()
          .that()
          .resideInAPackage(WIRE)
          .should()
          .onlyDependOnClassesThat(
              not(OURS)
                  .or(resideInAnyPackage(WIRE, PROTOCOL_WORDS, MEMBERSHIP, BYTES))
                  .or(assignableTo(MalformedFrameException.class)))
          .because("it turns messages into bytes; of the transport it knows how to refuse a frame")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule transportKnowsMembership =
      knowsOnly(
          TRANSPORT + "..",
          TRANSPORT + "..",
          MEMBERSHIP,
          CONFIG,
          METRICS,
          THREAD,
          LOGGING,
          SECURITY);

  @ArchTest
  static final ArchRule serializationKnowsNobody =
      knowsOnly(SERIALIZATION + "..", SERIALIZATION + "..", BYTES, CONFIG, METRICS);

  @ArchTest
  static final ArchRule serializationPortKnowsNoCodec =
      knowsOnly(SERIALIZATION, SERIALIZATION, CONFIG, METRICS);

  @ArchTest
  static final ArchRule whatEveryCodecNeedsKnowsNoCodec =
      knowsOnly(CODEC, CODEC, SERIALIZATION, CONFIG, METRICS);

  @ArchTest
  static final ArchRule classFilterKnowsThePort = knowsOnly(FILTER, FILTER, SERIALIZATION);

  @ArchTest
  static final ArchRule schemaKnowsNoCodec = knowsOnly(SCHEMA, SCHEMA, CODEC, SERIALIZATION, BYTES);

  @ArchTest
  static final ArchRule jdkSerializationKnowsNoKryo =
      knowsOnly(JDK_STREAMS, JDK_STREAMS, CODEC, FILTER, SCHEMA, SERIALIZATION, CONFIG, METRICS);

  @ArchTest
  static final ArchRule onlyTheCompositionRootKnowsThePartsOfSerialization =
      noClasses()
          .that()
          .resideOutsideOfPackage(SERIALIZATION + "..")
          .and(OUTSIDE_OF_THE_ROOT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CODEC, FILTER, JDK_STREAMS)
          .because("everybody else talks to the port");

  // The code that runs for a copy on a secondary: bytes stay bytes.

  @ArchTest
  static final ArchRule whatRunsOnASecondaryReachesNoApplicationCode =
      noClasses()
          .that()
          .resideInAnyPackage(PLACEMENT, PROTOCOL, WIRE, TRANSPORT + "..", MEMBERSHIP)
          .should()
          .transitivelyDependOnClassesThat(resideInAnyPackage(SERIALIZATION + "..", SESSION, NODE))
          .orShould()
          .dependOnClassesThat(assignableTo(ObjectInputStream.class))
          .because("I6: whoever only holds a copy never decodes it");

  @ArchTest
  static final ArchRule whatRunsOnASecondaryLoadsNoClasses =
      noClasses()
          .that()
          .resideInAnyPackage(PLACEMENT, PROTOCOL, WIRE, TRANSPORT + "..", MEMBERSHIP)
          .should()
          .callMethodWhere(
              target(owner(assignableTo(ClassLoader.class)))
                  .or(target(owner(assignableTo(ServiceLoader.class))))
                  .or(target(owner(assignableTo(Class.class))).and(target(name("forName"))))
                  .or(target(owner(assignableTo(Method.class))).and(target(name("invoke")))))
          .because("I6: what it does not name it must not find by name either")
          .allowEmptyShould(true);

  @ArchTest static final ArchRule configKnowsMetrics = knowsOnly(CONFIG, CONFIG, METRICS);

  @ArchTest static final ArchRule metricsKnowConfig = knowsOnly(METRICS, METRICS, CONFIG);

  @ArchTest
  static final ArchRule deltaKnowsOnlyJavaAndHowNumbersAreWritten =
      knowsOnlyJava(DELTA, BYTES)
          .because("it compares arrays, whatever they mean and whoever sends them");

  @ArchTest static final ArchRule bytesKnowNothingButJava = knowsOnlyJava(BYTES);

  @ArchTest static final ArchRule threadsKnowNobody = knowsOnlyJava(THREAD);

  @ArchTest static final ArchRule loggingKnowsNobody = knowsOnly(LOGGING, LOGGING);

  @ArchTest
  static final ArchRule securityKnowsItsSettings = knowsOnly(SECURITY, SECURITY, CONFIG, LOGGING);

  @ArchTest
  static final ArchRule statusKnowsItsSettings = knowsOnly(STATUS, STATUS, CONFIG, LOGGING);

  @ArchTest
  static final ArchRule onlyTheCompositionRootKnowsAdapters =
      noClasses()
          .that()
          .resideOutsideOfPackages(JGROUPS_ADAPTER, GRIZZLY_ADAPTER, KRYO_ADAPTER)
          .and(OUTSIDE_OF_THE_ROOT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(JGROUPS_ADAPTER, GRIZZLY_ADAPTER, KRYO_ADAPTER)
          .because("everybody else talks to the port")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyNodesAndStoresKnowSessions =
      noClasses()
          .that()
          .resideOutsideOfPackages(SESSION, NODE, STORE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(SESSION)
          .because("they are the top of the core but for what is built on them")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyStoresKnowNodes =
      noClasses()
          .that()
          .resideOutsideOfPackages(NODE, STORE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(NODE)
          .because("it puts all others together");

  @ArchTest
  static final ArchRule sessionsKnowTheProtocolAndPorts =
      knowsOnly(
          SESSION_ITSELF,
          SESSION_ITSELF,
          SESSION_ATTRIBUTES,
          SESSION_ID,
          PROTOCOL_WORDS,
          PROTOCOL_REPLICA,
          PROTOCOL_SESSION,
          SERIALIZATION,
          MEMBERSHIP,
          CONFIG,
          METRICS,
          LOGGING);

  @ArchTest
  static final ArchRule idsKnowHowSessionsArePlaced =
      knowsOnly(SESSION_ID, SESSION_ID, PLACEMENT, CONFIG);

  @ArchTest
  static final ArchRule attributesKnowWordsAndPortsAlone =
      knowsOnly(
          SESSION_ATTRIBUTES,
          SESSION_ATTRIBUTES,
          PROTOCOL_WORDS,
          DELTA,
          SERIALIZATION,
          CONFIG,
          METRICS);

  @ArchTest
  static final ArchRule onlySessionsKnowTheirAttributes =
      noClasses()
          .that()
          .resideOutsideOfPackage(SESSION)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(SESSION_ATTRIBUTES)
          .because("everybody else asks a session for them, as a map");

  @ArchTest
  static final ArchRule storeStandsOnSessions =
      knowsOnly(STORE, STORE, NODE, SESSION, CONFIG, SERIALIZATION, THREAD);

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices()
          .matching(CORE + ".(**)")
          .namingSlices("$1")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule everyPackageSaysWhatItIsFor =
      classes().should(resideInADescribedPackage()).allowEmptyShould(true);

  private static ArchRule onlyIn(String adapter, String... libraries) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(adapter)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries)
        .allowEmptyShould(true);
  }

  private static ClassesShould pureClasses() {
    return noClasses().that().resideInAnyPackage(PLACEMENT, PROTOCOL, WIRE, DELTA, BYTES).should();
  }

  private static ArchRule knowsOnly(String from, String... known) {
    return classes()
        .that()
        .resideInAPackage(from)
        .should()
        .onlyDependOnClassesThat(not(OURS).or(resideInAnyPackage(known)))
        .allowEmptyShould(true);
  }

  /** Lets a part of the protocol know its words, members, and what is named. */
  private static ArchRule roomKnowsOnly(String room, String... others) {
    Stream<String> all = Stream.of(room, PROTOCOL_WORDS, MEMBERSHIP);
    return knowsOnly(room, Stream.concat(all, Stream.of(others)).toArray(String[]::new));
  }

  private static ArchRule knowsOnlyJava(String from, String... known) {
    return classes()
        .that()
        .resideInAPackage(from)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(known)
                .or(resideInAnyPackage(from, "java..", "org.jspecify.annotations..")));
  }

  private static DescribedPredicate<JavaClass> partOf(String className) {
    return DescribedPredicate.describe(
        "part of " + className,
        type -> type.getName().equals(className) || type.getName().startsWith(className + "$"));
  }

  private static ArchCondition<JavaClass> resideInADescribedPackage() {
    return new ArchCondition<>("reside in a @NullMarked package with a package-info.java") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        JavaPackage home = type.getPackage();
        if (home.tryGetPackageInfo().isEmpty()) {
          events.add(
              violated(type, type.getName() + ": " + home.getName() + " has no package-info.java"));
        } else if (!home.isAnnotatedWith(NullMarked.class)) {
          events.add(
              violated(type, type.getName() + ": " + home.getName() + " is not @NullMarked"));
        }
      }
    };
  }
}
