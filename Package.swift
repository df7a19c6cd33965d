// swift-tools-version: 6.2
import PackageDescription

// The rooms and their doors. A line of code finds its room by its verb; what a room may import is
// said here and nowhere else, and Tests/ArchitectureTests reads the sources against it.

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let sqlite = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqliteLibrary = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let yaml = Target.Dependency.product(name: "Yams", package: "Yams")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "findie",
  products: [
    .executable(name: "findie", targets: ["findie"]),
    .library(name: "FindieDomain", targets: ["FindieDomain"]),
    .library(name: "FindieStore", targets: ["FindieStore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // C at arm's length.
    .systemLibrary(name: "CLinearAlgebra", providers: [.apt(["libblas-dev", "liblapacke-dev"])]),
    .systemLibrary(name: "CCompression", providers: [.apt(["zlib1g-dev", "libzstd-dev"])]),
    .systemLibrary(name: "CLinuxFiles"),
    .target(name: "CLineScanner", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CFactorKernels"),
    .target(name: "COpenBLASKernels"),

    // The rooms, from what is to what obeys.
    .target(name: "FindieDomain"),
    .target(name: "FindieWorkers"),
    .target(name: "FindieFiles", dependencies: ["CLinuxFiles"]),
    .target(
      name: "FindieLinearAlgebra",
      dependencies: ["CFactorKernels", "CLinearAlgebra", "COpenBLASKernels", "FindieWorkers"]),
    .target(name: "FindieHistory", dependencies: ["FindieDomain", "FindieFiles", "FindieWorkers"]),
    .target(
      name: "FindieIngest",
      dependencies: [
        "FindieDomain", "FindieFiles", "FindieHistory", "FindieWorkers", "CSimdJSON",
        "CCompression", "CLineScanner",
      ]),
    .target(
      name: "FindieRecommender",
      dependencies: [
        "FindieDomain", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers", "CFactorKernels",
      ]),
    .target(
      name: "FindieAnalytics", dependencies: ["FindieDomain", "FindieHistory", "FindieWorkers"]),
    .target(
      name: "FindieReports",
      dependencies: ["FindieDomain", "FindieAnalytics", "FindieWorkers", mustache]),
    .target(name: "FindieStore", dependencies: ["FindieDomain", sqlite, sqliteLibrary]),
    .target(
      name: "FindieBatch",
      dependencies: ["FindieFiles", "FindieWorkers", "CLinuxFiles", log, crypto]),
    .target(name: "FindieSynthesis", dependencies: ["FindieDomain"]),
    .target(
      name: "FindiePipelines",
      dependencies: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieLinearAlgebra", "FindieHistory",
        "FindieIngest",
        "FindieRecommender", "FindieAnalytics", "FindieReports", "FindieStore", "FindieBatch",
        "FindieSynthesis", log, yaml,
      ],
      path: "Pipelines",
      exclude: ["nightly.yaml", "contract.yaml", "schedulers"]),
    .executableTarget(
      name: "findie",
      dependencies: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieReports", "FindieBatch",
        "FindieSynthesis", "FindiePipelines", log, arguments,
      ]),

    // Our side of the benchmarks, not for users.
    .executableTarget(
      name: "findie-benchmark",
      dependencies: ["FindieLinearAlgebra", "FindieRecommender", "FindieWorkers", arguments],
      path: "Benchmarks/Runner"),

    // Tests: one target a room, the house as a whole, and the binary as a user runs it.
    .target(name: "FindieTestSupport", path: "Tests/FindieTestSupport"),
    tests(of: "FindieDomain"),
    tests(of: "FindieWorkers"),
    tests(of: "FindieFiles"),
    tests(of: "FindieLinearAlgebra", with: ["CFactorKernels", "FindieWorkers"]),
    tests(
      of: "FindieHistory", with: ["FindieDomain", "FindieWorkers"],
      exclude: ["read_history.py"]),
    tests(
      of: "FindieIngest",
      with: ["FindieDomain", "FindieHistory", "FindieWorkers", "CLineScanner"],
      exclude: ["Hostile"]),
    tests(
      of: "FindieRecommender",
      with: [
        "FindieDomain", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers", "CFactorKernels",
      ]),
    tests(of: "FindieAnalytics", with: ["FindieDomain", "FindieHistory", "FindieWorkers"]),
    tests(
      of: "FindieReports",
      with: ["FindieDomain", "FindieHistory", "FindieAnalytics", "FindieWorkers"],
      exclude: ["count_cuts.py", "count_reports.py", "count_world.py"]),
    tests(of: "FindieStore", with: ["FindieDomain"], products: [sqlite]),
    tests(of: "FindieBatch", with: ["FindieFiles", "FindieWorkers"], products: [log]),
    tests(of: "FindieSynthesis", with: ["FindieDomain"]),
    tests(
      of: "FindiePipelines",
      with: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieHistory", "FindieIngest",
        "FindieRecommender", "FindieAnalytics", "FindieStore", "FindieBatch", "FindieSynthesis",
      ]),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "EndToEndTests", dependencies: ["findie", "FindieTestSupport"]),
  ]
)

func tests(
  of room: String, with others: [String] = [], products: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: room + "Tests",
    dependencies: ([room, "FindieTestSupport"] + others).map { .byName(name: $0) } + products,
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

for room in package.targets where room.type != .system && !room.name.hasPrefix("C") {
  room.swiftSettings = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    // Functions that return a Span of what they hold: bytes are read without a copy and without a pointer.
    .enableExperimentalFeature("Lifetimes"),
  ]
}
package.cxxLanguageStandard = .cxx17
