// swift-tools-version: 6.2
import PackageDescription

// The modules and their dependencies. Tests/ArchitectureTests checks the imports in the sources
// against this file.

let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqliteLibrary = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
let httpServer = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let sockets = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "findie",
  products: [
    .executable(name: "findie", targets: ["findie"]),
    .executable(name: "findie-lab", targets: ["findie-lab"]),
    .library(name: "FindieDomain", targets: ["FindieDomain"]),
    .library(name: "FindieStore", targets: ["FindieStore"]),
  ],
  dependencies: [
    // Exact versions, so that a commit has one build. None of them has dependencies of its own.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // The loopback partners of the tests only.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // C modules.
    .systemLibrary(name: "CLinearAlgebra", providers: [.apt(["libblas-dev", "liblapacke-dev"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev", "libzstd-dev"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev", "pkg-config"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLinuxFiles"),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CFactorKernels"),
    .target(name: "COpenBLASKernels"),

    // Swift modules. Each depends only on modules above it.
    .target(name: "FindieDomain"),
    .target(name: "FindieText", dependencies: ["FindieDomain"]),
    .target(name: "FindieWorkers"),
    .target(name: "FindieFiles", dependencies: ["CCompression", "CLinuxFiles"]),
    .target(name: "FindieHistory", dependencies: ["FindieDomain", "FindieFiles", "FindieWorkers"]),
    .target(
      name: "FindieIngest",
      dependencies: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieHistory", "FindieWorkers",
        "CSimdJSON",
      ]),
    .target(
      name: "FindieModels",
      dependencies: [
        "FindieDomain", "FindieHistory", "FindieWorkers", "CFactorKernels", "CLinearAlgebra",
        "COpenBLASKernels",
      ]),
    .target(
      name: "FindieAnalytics",
      dependencies: ["FindieDomain", "FindieHistory", "FindieWorkers"]),
    .target(
      name: "FindieRanking",
      dependencies: [
        "FindieDomain", "FindieText", "FindieHistory", "FindieWorkers", "FindieModels",
        "FindieAnalytics",
      ]),
    .target(
      name: "FindieReports",
      dependencies: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieRanking", "FindieAnalytics",
        "FindieWorkers",
      ]),
    .target(
      name: "FindieStore", dependencies: ["FindieDomain", "FindieText", sqlite, sqliteLibrary]),
    .target(
      name: "FindieWorkspace",
      dependencies: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieHistory", "FindieIngest",
        "FindieStore", "CLinuxFiles", "COpenSSL", yaml,
      ]),
    .target(
      name: "FindiePublishing",
      dependencies: [
        "FindieDomain", "FindieText", "FindieHistory", "FindieRanking", "FindieAnalytics",
        "FindieStore", "FindieWorkspace",
      ]),
    .target(
      name: "FindiePartners",
      dependencies: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieStore", "FindieWorkspace", "CCurl", "COpenSSL", "CXML",
      ]),
    .target(
      name: "FindieNight",
      dependencies: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieStore", "FindieWorkspace", "FindiePublishing",
      ],
      path: "Pipelines",
      exclude: [
        "nightly.yaml", "contract.yaml", "alerts.yaml", "notifications.yaml", "partners.yaml",
        "schedulers", "spark",
      ]),
    .target(
      name: "FindieCommands",
      dependencies: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieStore", "FindieWorkspace", "FindiePublishing", "FindiePartners", "FindieNight",
        arguments,
      ]),
    .executableTarget(name: "findie", dependencies: ["FindieCommands"]),

    // For those who measure and develop: generated data, evaluation, benchmarks.
    .target(
      name: "FindieLab",
      dependencies: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieWorkspace",
        "FindieNight", "FindieCommands", arguments,
      ]),
    .executableTarget(name: "findie-lab", dependencies: ["FindieCommands", "FindieLab"]),

    // Tests: one target per module, the package as a whole, and the built programs.
    .target(
      name: "FindieTestSupport", dependencies: ["FindiePartners"], path: "Tests/FindieTestSupport"),
    tests(of: "FindieDomain"),
    tests(of: "FindieText"),
    tests(of: "FindieWorkers"),
    tests(of: "FindieFiles"),
    tests(
      of: "FindieHistory", with: ["FindieDomain", "FindieFiles", "FindieWorkers"],
      exclude: ["read_history.py"]),
    tests(
      of: "FindieIngest",
      with: ["FindieDomain", "FindieHistory", "FindieWorkers"],
      exclude: ["Hostile"]),
    .target(
      name: "FindieModelsTestSupport",
      dependencies: [
        "FindieDomain", "FindieHistory", "FindieModels", "FindieWorkers", "FindieTestSupport",
      ],
      path: "Tests/FindieModelsTestSupport"),
    tests(
      of: "FindieModels",
      with: [
        "FindieDomain", "FindieHistory", "FindieWorkers", "CFactorKernels",
        "FindieModelsTestSupport",
      ]),
    tests(
      of: "FindieRanking",
      with: [
        "FindieDomain", "FindieHistory", "FindieWorkers", "FindieModels", "FindieAnalytics",
        "FindieModelsTestSupport",
      ]),
    .target(
      name: "FindieAnalyticsTestSupport",
      dependencies: [
        "FindieDomain", "FindieHistory", "FindieAnalytics", "FindieWorkers", "FindieTestSupport",
      ],
      path: "Tests/FindieAnalyticsTestSupport"),
    tests(
      of: "FindieAnalytics",
      with: ["FindieDomain", "FindieHistory", "FindieWorkers", "FindieAnalyticsTestSupport"]),
    tests(
      of: "FindieReports",
      with: [
        "FindieDomain", "FindieHistory", "FindieRanking", "FindieAnalytics", "FindieWorkspace",
        "FindieWorkers", "FindieText", "FindieFiles",
      ],
      exclude: ["count_cuts.py", "count_reports.py", "count_world.py"]),
    tests(of: "FindieStore", with: ["FindieDomain", "FindieText"], products: [sqlite]),
    tests(
      of: "FindieWorkspace", with: ["FindieDomain", "FindieFiles", "FindieStore", "FindieWorkers"]),
    // Servers on 127.0.0.1 that answer as partners do, which tests start.
    .executableTarget(
      name: "loopback-partners", dependencies: [httpServer, sockets, arguments, "COpenSSL"],
      path: "Tests/LoopbackPartners"),
    tests(
      of: "FindiePartners",
      with: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieIngest", "FindieStore",
        "FindieWorkers", "FindieWorkspace", "loopback-partners",
      ],
      exclude: ["Fixtures"]),
    tests(
      of: "FindiePublishing",
      with: [
        "FindieDomain", "FindieAnalytics", "FindieFiles", "FindieHistory", "FindieModels",
        "FindieRanking", "FindieStore", "FindieWorkers", "FindieWorkspace",
      ]),
    tests(
      of: "FindieNight",
      with: [
        "FindieDomain", "FindieWorkers", "FindieHistory", "FindieIngest", "FindieModels",
        "FindieRanking", "FindieAnalytics", "FindieStore", "FindieWorkspace", "FindieLab",
        "FindieModelsTestSupport",
      ]),
    tests(
      of: "FindieCommands",
      with: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieStore", "FindieWorkspace", "FindiePartners", "FindieNight", "FindiePublishing",
        "FindieLab",
      ]),
    tests(of: "FindieLab", with: ["FindieDomain"]),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["findie", "findie-lab", "loopback-partners", "FindieTestSupport"]),
  ]
)

func tests(
  of module: String, with others: [String] = [], products: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: module + "Tests",
    dependencies: ([module, "FindieTestSupport"] + others).map { .byName(name: $0) } + products,
    exclude: exclude)
}

// libFuzzer brings its own driver and wants all code instrumented: only Tests/Fuzz/run builds this.
if Context.environment["FINDIE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "FuzzLines",
      dependencies: ["FindieDomain", "FindieHistory", "FindieIngest", "FindieWorkers"],
      path: "Tests/Fuzz", exclude: ["run", "lines.dict"]))
}

// `FINDIE_DOCS=1 swift package generate-documentation --target FindieStore` writes the
// documentation of a public product.
if Context.environment["FINDIE_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

for target in package.targets where target.type != .system && !target.name.hasPrefix("C") {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Functions that return a Span of what they hold: bytes are read without a copy and without a
    // pointer.
    .enableExperimentalFeature("Lifetimes"),
  ]
}

// Optimization is four fifths of the build of a module, and nights do not compute in these. Of the
// tests, attacks on reports and oracles of models compute; the attacks are optimized in debug too.
// SwiftPM may refuse a package that depends on a product with such a flag, so FindieDomain,
// FindieText and FindieStore must not have one.
let unoptimized: Set = ["FindiePartners", "FindieCommands"]
for target in package.targets
where unoptimized.contains(target.name)
  || (target.type == .test || target.path?.hasPrefix("Tests/") == true)
    && !["FindieAnalyticsTestSupport", "FindieModelsTests"].contains(target.name)
{
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}
for target in package.targets where target.name == "FindieAnalyticsTestSupport" {
  target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
}
package.cxxLanguageStandard = .cxx17
