/// What a module may import. The table repeats Package.swift for readers; a test checks that both agree.
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
      system: ["Foundation", "Glibc"]),
    Module(
      name: "FindieLinearAlgebra", purpose: "BLAS, LAPACK and sparse matrices",
      own: ["CFactorKernels", "CLinearAlgebra", "COpenBLASKernels", "FindieWorkers"],
      system: ["Glibc", "Synchronization"]),
    Module(
      name: "FindieHistory", purpose: "the event history",
      own: ["FindieDomain", "FindieFiles", "FindieWorkers"],
      system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieIngest", purpose: "input files and the data contract",
      own: [
        "FindieDomain", "FindieText", "FindieFiles", "FindieHistory", "FindieWorkers",
        "CSimdJSON",
      ], system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "FindieModels", purpose: "models",
      own: [
        "CFactorKernels", "FindieDomain", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers",
      ], system: ["Foundation", "Synchronization"], isPure: true),
    Module(
      name: "FindieRanking", purpose: "candidates, the ranker and lists",
      own: [
        "FindieDomain", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers", "FindieModels",
      ], system: ["Foundation"], isPure: true),
    Module(
      name: "FindieEvaluation", purpose: "splits, metrics, checks and tuning",
      own: [
        "FindieDomain", "FindieText", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers",
        "FindieModels", "FindieRanking",
      ], system: ["Foundation"], isPure: true),
    Module(
      name: "FindieAnalytics", purpose: "KPIs, trends and studio figures",
      own: ["FindieDomain", "FindieHistory", "FindieWorkers"],
      system: ["Foundation"], isPure: true),
    Module(
      name: "FindieReports", purpose: "reports",
      own: [
        "FindieDomain", "FindieText", "FindieRanking", "FindieEvaluation", "FindieAnalytics",
        "FindieWorkers",
      ], isPure: true),
    Module(
      name: "FindieStore", purpose: "the SQLite store", own: ["FindieDomain", "FindieText"],
      external: ["GRDB", "GRDBSQLite"], system: ["Foundation", "Glibc"]),
    Module(
      name: "FindieBatch", purpose: "stages, artifacts and run records",
      own: ["FindieFiles", "FindieWorkers", "CLinuxFiles", "COpenSSL"],
      external: ["Logging"],
      system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Module(
      name: "FindieSynthesis", purpose: "generated data", own: ["FindieDomain", "FindieText"],
      system: ["Foundation"]),
    Module(name: "FindieHTML", purpose: "HTML pages", own: ["CXML"], isPure: true),
    Module(name: "FindieHTTP", purpose: "requests over HTTP", own: ["CCurl"]),
    Module(
      name: "FindieIntegrations", purpose: "partners: shops and their answers",
      own: ["FindieDomain", "FindieFiles", "FindieBatch", "FindieHTML", "FindieHTTP"],
      external: ["Yams"], system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieWorkspace", purpose: "workspace files, retention, forgotten players",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieHistory", "FindieIngest",
        "FindieStore", "FindieBatch",
      ], system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieNight", purpose: "the nightly pipeline",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieLinearAlgebra", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieEvaluation", "FindieAnalytics",
        "FindieReports", "FindieStore", "FindieText", "FindieBatch", "FindieWorkspace",
      ], external: ["Logging", "Yams"], system: ["Foundation", "Synchronization"]),
    Module(
      name: "FindieOperations", purpose: "commands other than the nightly run",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieLinearAlgebra", "FindieHistory",
        "FindieIngest", "FindieModels", "FindieRanking", "FindieEvaluation", "FindieAnalytics",
        "FindieReports", "FindieStore", "FindieText", "FindieBatch", "FindieSynthesis",
        "FindieIntegrations", "FindieWorkspace", "FindieNight",
      ], external: ["Logging"], system: ["Foundation"]),
    Module(
      name: "findie", purpose: "the command line",
      own: [
        "FindieDomain", "FindieText", "FindieWorkers", "FindieFiles", "FindieReports",
        "FindieBatch", "FindieSynthesis", "FindieIntegrations", "FindieWorkspace", "FindieNight",
        "FindieOperations",
      ], external: ["Logging", "ArgumentParser"],
      system: ["Foundation", "Glibc", "Synchronization"]),
  ]
}
