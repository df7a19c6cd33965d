/// What a module may import. The table repeats Package.swift for readers; a test checks that both
/// agree.
struct Module {
  let name: String
  /// What the module is for.
  let purpose: String
  /// Modules of this package, including C modules.
  let own: Set<String>
  /// Modules of other packages.
  var external: Set<String> = []
  /// Modules of the toolchain.
  var system: Set<String> = []
  /// Whether it neither prints nor logs, and accesses neither clock, environment nor disk.
  var isPure = false

  static let all = [
    Module(
      name: "FindieDomain", purpose: "domain types: games, players, events, days", own: [],
      system: ["Foundation"], isPure: true),
    Module(
      name: "FindieText", purpose: "numbers, JSON, CSV, HTML and tables as text",
      own: ["FindieDomain"], system: ["Foundation"], isPure: true),
    Module(
      name: "FindieWorkers", purpose: "threads", own: [],
      system: ["Dispatch", "Glibc", "Synchronization"]),
    Module(
      name: "FindieFiles", purpose: "durable and compressed files",
      own: ["CCompression", "CLinuxFiles"],
      system: ["Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "FindieHistory", purpose: "the event history",
      own: ["FindieDomain", "FindieFiles", "FindieWorkers"],
      system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieIngest", purpose: "input files and the data contract",
      own: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieHistory", "FindieWorkers", "CSimdJSON",
      ], system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "FindieModels", purpose: "linear algebra and models",
      own: [
        "FindieDomain", "FindieHistory", "FindieWorkers", "CFactorKernels", "CLinearAlgebra",
        "COpenBLASKernels",
      ], system: ["Foundation", "Glibc", "Synchronization"], isPure: true),
    Module(
      name: "FindieAnalytics", purpose: "KPIs, trends and studio figures",
      own: ["FindieDomain", "FindieHistory", "FindieWorkers"],
      system: ["Foundation"], isPure: true),
    Module(
      name: "FindieRanking", purpose: "candidates, the ranker, lists and their evaluation",
      own: [
        "FindieDomain", "FindieText", "FindieHistory", "FindieWorkers", "FindieModels",
        "FindieAnalytics",
      ],
      system: ["Foundation", "Synchronization"], isPure: true),
    Module(
      name: "FindieReports", purpose: "reports",
      own: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieRanking", "FindieAnalytics",
        "FindieWorkers",
      ], isPure: true),
    Module(
      name: "FindieStore", purpose: "the SQLite store", own: ["FindieDomain", "FindieText"],
      external: ["GRDB", "GRDBSQLite"], system: ["Foundation", "Glibc"]),
    Module(
      name: "FindieWorkspace",
      purpose: "a workspace: stages, artifacts, run records, retention, forgotten players",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieHistory", "FindieIngest",
        "FindieStore", "CLinuxFiles", "COpenSSL",
      ], external: ["Yams"],
      system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "FindiePublishing", purpose: "the lines and rows of published lists",
      own: [
        "FindieDomain", "FindieText", "FindieHistory", "FindieRanking", "FindieAnalytics",
        "FindieStore", "FindieWorkspace",
      ], system: ["Foundation"]),
    Module(
      name: "FindiePartners", purpose: "partners: shops, numbers, logins and messages",
      own: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieStore", "FindieWorkspace", "CCurl", "COpenSSL", "CXML",
      ], system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieNight", purpose: "the nightly pipeline",
      own: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieStore", "FindieWorkspace", "FindiePublishing",
      ], system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieCommands", purpose: "the commands of findie",
      own: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieStore", "FindieWorkspace", "FindiePublishing", "FindiePartners", "FindieNight",
      ], external: ["ArgumentParser"],
      system: ["Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "findie", purpose: "the program findie", own: ["FindieCommands"]),
    Module(
      name: "FindieLab", purpose: "generated data, evaluation and benchmarks",
      own: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieAnalytics", "FindieReports",
        "FindieWorkspace",
        "FindieNight", "FindieCommands",
      ], external: ["ArgumentParser"], system: ["Foundation"]),
    Module(
      name: "findie-lab", purpose: "the program findie-lab", own: ["FindieCommands", "FindieLab"]),
  ]
}
