import FindieText
import FindieFiles
import FindieModels
import FindieNight
import FindieStore
import FindieWorkspace
import Foundation

/// Checks this machine: the BLAS and its speed, versions, disk space.
struct Doctor: Codable, Sendable {
  let blas: String
  /// Whether findie replaced OpenBLAS's choice of kernels, because it does not detect this CPU.
  let blasKernelsAreReplaced: Bool
  let blasThreads: Int
  /// The speed of `sgemm` of order 1024 on one thread, the best in a second.
  let gigaflopsPerSecond: Double
  let swift: String
  let sqlite: String
  let findie: String
  let processors: Int
  /// The free space on the disk of the workspace.
  let freeBytes: Int64?
  /// Problems, each with its fix.
  let warnings: [String]

  /// Takes about a second.
  ///
  /// - Parameter elapsedSeconds: a monotonic clock.
  init(workspace: Workspace, elapsedSeconds: () -> Double) {
    let library = BLASLibrary.current
    BLASLibrary.useOneThread()
    var warnings: [String] = []
    if let configuration = library.configuration {
      blas = configuration
      if !library.isThreadSafe {
        warnings.append(
          "This OpenBLAS is not thread-safe and gives wrong results on several threads. Fix: "
            + "apt-get install libopenblas0-pthread, then "
            + "update-alternatives --config libblas.so.3-x86_64-linux-gnu")
      }
    } else {
      blas = "reference BLAS"
      warnings.append(
        "The reference BLAS is in use, 10 to 50 times slower than OpenBLAS. Fix: "
          + "apt-get install libopenblas0-pthread")
    }
    blasKernelsAreReplaced = BLASLibrary.hasReplacedKernels
    blasThreads = library.threads
    gigaflopsPerSecond = Self.gigaflops(elapsedSeconds: elapsedSeconds)
    swift = Versions.swift
    sqlite = SQLiteLibrary.version
    findie = Versions.findie
    processors = ProcessInfo.processInfo.activeProcessorCount
    freeBytes = DurableFile.freeBytes(near: workspace.folder)
    if let freeBytes, freeBytes < 1 << 30 {
      warnings.append("Less than 1 GiB is free on the disk of \(workspace.folder.path).")
    }
    self.warnings = warnings
  }

  private static func gigaflops(elapsedSeconds: () -> Double) -> Double {
    let order = 1024
    let factor = Matrix(
      rows: order, columns: order,
      elements: (0..<order * order).map { Float($0 % 17) / 17 })
    var product = Matrix(rows: order, columns: order)
    let started = elapsedSeconds()
    var best = Double.infinity
    repeat {
      let before = elapsedSeconds()
      product.withElements {
        BLAS.products(
          ofRows: factor.elements.span, order, withRows: factor.elements.span, order,
          columns: order, into: &$0)
      }
      best = min(best, elapsedSeconds() - before)
    } while elapsedSeconds() - started < 1
    return 2 * Double(order * order * order) / best / 1e9
  }

  var answer: Answer {
    let free = freeBytes.map { "\($0 / (1 << 30)) GiB" } ?? "unknown"
    var lines = [
      "findie      \(findie)", "Swift       \(swift)", "SQLite      \(sqlite)",
      "BLAS        \(blas)",
      "            \(blasThreads.counted("thread")) at start; findie uses 1 per "
        + "call and divides the work itself",
      "speed       \(Int(gigaflopsPerSecond.rounded())) GFLOP/s on one thread (sgemm 1024)",
      "processors  \(processors)", "free disk   \(free)",
    ]
    if blasKernelsAreReplaced {
      lines.insert(
        "            does not detect this CPU; findie selected matching kernels", at: 4)
    }
    lines += warnings.map { "warning     \($0)" }
    if warnings.isEmpty { lines.append("No problems found.") }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
