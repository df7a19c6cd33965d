import FindieWorkspace

/// Whether there was memory for dense weights of EASE when the models were trained.
///
/// The memory that is free differs from run to run, so the night decides once, for all its models,
/// and the recipe records it: later runs and a reproduction train the same models.
package struct DenseWeights: JSONArtifact, Equatable {
  package static var grain: String { "one row: whether dense weights fit" }
  package static var formatVersion: Int { 1 }

  package let fit: Bool
  /// The memory that they need.
  package let bytes: Int

  package var counts: [String: Int] { ["bytes": bytes] }

  package var conclusion: String? {
    fit
      ? nil
      : "EASE has no dense weights: they need \(Self.megabytes(bytes)) MB, and less was free. With "
        + "more memory, rerun with --force \(Self.stage)"
  }

  static let stage = "dense-weights"

  static func megabytes(_ bytes: Int) -> Int { Int((Double(max(0, bytes)) / 1e6).rounded(.up)) }
}
