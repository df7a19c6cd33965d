/// A partner whose data `findie sync` reads.
package protocol Partner: Sendable {
  /// Requests everything that the cache lacks or has too old.
  ///
  /// - Parameter progress: is called with the number of requests that are done and of all requests.
  /// - Throws: `SyncStopped`, `FileFailure`. Failures of the partner are part of the result.
  func facts(
    for input: SyncInput, progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void
  ) throws -> PartnerFacts
}

/// Counts the requests of a partner.
struct RequestProgress {
  private var done = 0
  private let total: Int
  private let report: @Sendable (Int, Int) -> Void

  init(of total: Int, _ report: @escaping @Sendable (Int, Int) -> Void) {
    self.total = total
    self.report = report
  }

  mutating func step() {
    done += 1
    report(done, total)
  }
}

extension Array {
  /// The elements in order, at most `size` in each part.
  func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
