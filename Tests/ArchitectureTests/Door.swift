/// What one room may import. This table says again, for people, what Package.swift says to the
/// compiler; a test sees that the two agree.
struct Door {
  let room: String
  /// What the room does, in one verb.
  let verb: String
  /// Our own modules, C ones among them.
  let own: Set<String>
  /// Modules of other packages.
  var foreign: Set<String> = []
  /// Modules of the toolchain.
  var system: Set<String> = []
  /// Whether it neither prints nor logs, nor touches clock, environment or disk.
  var isPure = false

  static let all = [
    Door(room: "FindieDomain", verb: "is", own: [], system: ["Foundation"], isPure: true),
    Door(
      room: "FindieWorkers", verb: "divides", own: [],
      system: ["Dispatch", "Glibc", "Synchronization"]),
    Door(
      room: "FindieFiles", verb: "writes", own: ["CLinuxFiles"], system: ["Foundation", "Glibc"]),
    Door(
      room: "FindieLinearAlgebra", verb: "computes",
      own: ["CFactorKernels", "CLinearAlgebra", "COpenBLASKernels", "FindieWorkers"],
      system: ["Glibc", "Synchronization"]),
    Door(
      room: "FindieHistory", verb: "keeps", own: ["FindieDomain", "FindieFiles", "FindieWorkers"],
      system: ["Foundation", "Synchronization"]),
    Door(
      room: "FindieIngest", verb: "reads hostile bytes",
      own: [
        "FindieDomain", "FindieFiles", "FindieHistory", "FindieWorkers", "CSimdJSON",
        "CLineScanner", "CCompression",
      ], system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Door(
      room: "FindieRecommender", verb: "learns and ranks",
      own: [
        "CFactorKernels", "FindieDomain", "FindieHistory", "FindieLinearAlgebra", "FindieWorkers",
      ], system: ["Foundation", "Synchronization"], isPure: true),
    Door(
      room: "FindieAnalytics", verb: "counts",
      own: ["FindieDomain", "FindieHistory", "FindieWorkers"], system: ["Foundation"],
      isPure: true),
    Door(
      room: "FindieReports", verb: "renders",
      own: ["FindieDomain", "FindieAnalytics", "FindieWorkers"], foreign: ["Mustache"],
      isPure: true),
    Door(
      room: "FindieStore", verb: "remembers and serves", own: ["FindieDomain"],
      foreign: ["GRDB", "GRDBSQLite"], system: ["Foundation"]),
    Door(
      room: "FindieBatch", verb: "runs", own: ["FindieFiles", "FindieWorkers", "CLinuxFiles"],
      foreign: ["Logging", "Crypto"],
      system: ["Dispatch", "Foundation", "Glibc", "Synchronization"]),
    Door(
      room: "FindieSynthesis", verb: "invents", own: ["FindieDomain"], system: ["Foundation"]),
    Door(
      room: "FindiePipelines", verb: "wires",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieLinearAlgebra", "FindieHistory",
        "FindieIngest", "FindieRecommender", "FindieAnalytics", "FindieReports", "FindieStore",
        "FindieBatch", "FindieSynthesis",
      ], foreign: ["Logging", "Yams"], system: ["Foundation", "Synchronization"]),
    Door(
      room: "findie", verb: "obeys",
      own: [
        "FindieDomain", "FindieWorkers", "FindieFiles", "FindieReports", "FindieBatch",
        "FindieSynthesis", "FindiePipelines",
      ], foreign: ["Logging", "ArgumentParser"],
      system: ["Foundation", "FoundationNetworking", "Glibc", "Synchronization"]),
  ]
}
