import FindieFiles
import FindieLinearAlgebra
import FindieStore
package import Foundation

/// What this machine answers with: whether a night will be fast here, and what to mend.
package struct Doctor: Codable, Sendable {
  package let blas: String
  /// Whether OpenBLAS does not know this processor, so that its kernels are chosen for it.
  package let blasKernelsAreReplaced: Bool
  package let blasThreads: Int
  /// Of one `sgemm` of order 1024 on one thread, the best of a second.
  package let gigaflopsPerSecond: Double
  package let swift: String
  package let sqlite: String
  package let findie: String
  package let processors: Int
  /// On the disk of the workspace.
  package let freeBytes: Int64?
  /// What should be mended, each with how.
  package let warnings: [String]

  /// Looks at the machine; takes about a second.
  ///
  /// - Parameter elapsedSeconds: a clock that only goes forward.
  package init(workspace: URL, elapsedSeconds: () -> Double) {
    let library = BLASLibrary.current
    BLASLibrary.useOneThread()
    var warnings: [String] = []
    switch library.implementation {
    case .openBLAS(let configuration):
      blas = configuration
      if !library.isSafeFromSeveralThreads {
        warnings.append(
          "this OpenBLAS is built for one thread and computes wrongly from several: "
            + "apt-get install libopenblas0-pthread, then "
            + "update-alternatives --config libblas.so.3-x86_64-linux-gnu")
      }
    case .reference:
      blas = "reference BLAS"
      warnings.append(
        "the reference BLAS is in use, ten to fifty times slower than OpenBLAS: "
          + "apt-get install libopenblas0-pthread")
    }
    blasKernelsAreReplaced = BLASLibrary.hasReplacedKernels
    blasThreads = library.threads
    gigaflopsPerSecond = Doctor.gigaflops(elapsedSeconds: elapsedSeconds)
    swift = Versions.swift
    sqlite = SQLiteLibrary.version
    findie = Versions.findie
    processors = ProcessInfo.processInfo.activeProcessorCount
    freeBytes = DurableFile.freeBytes(near: workspace)
    if let freeBytes, freeBytes < 1 << 30 {
      warnings.append("less than 1 GiB is free on the disk of \(workspace.path)")
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

  package var answer: Answer {
    let free = freeBytes.map { "\($0 / (1 << 30)) GiB" } ?? "unknown"
    var lines = [
      "findie      \(findie)", "Swift       \(swift)", "SQLite      \(sqlite)",
      "BLAS        \(blas)",
      "            \(blasThreads) thread\(blasThreads == 1 ? "" : "s") at start; a night sets 1 and "
        + "divides the work itself",
      "speed       \(Int(gigaflopsPerSecond.rounded())) GFLOP/s on one thread (sgemm 1024)",
      "processors  \(processors)", "free disk   \(free)",
    ]
    if blasKernelsAreReplaced {
      lines.insert(
        "            does not know this processor; these kernels were chosen for it", at: 4)
    }
    lines += warnings.map { "warning     \($0)" }
    if warnings.isEmpty { lines.append("All is well.") }
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(self))
  }
}
