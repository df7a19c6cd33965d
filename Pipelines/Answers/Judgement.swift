import FindieRecommender

/// An evaluation with how it came about, for people and programs.
package struct Judgement: Sendable {
  let evaluation: Evaluation
  /// How the blend's weights were chosen; nil without one.
  let blend: BlendWeights?
  /// What was read; nil where the history was.
  var data: FilesRead?

  /// What was read of each file or folder.
  struct FilesRead: Encodable, Sendable {
    let train: InteractionFiles.ReadCounts
    let foldIn: InteractionFiles.ReadCounts?
    let test: InteractionFiles.ReadCounts
  }

  package var answer: Answer {
    Answer(
      text: ((data?.lines ?? []) + [evaluation.text]).joined(separator: "\n"),
      json: canonicalLine(self))
  }
}

extension Judgement: Encodable {
  private enum CodingKeys: CodingKey { case blend, data }

  /// The evaluation's members, and beside them what came with it.
  package func encode(to encoder: any Encoder) throws {
    try evaluation.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(blend, forKey: .blend)
    try container.encodeIfPresent(data, forKey: .data)
  }
}

extension Judgement.FilesRead {
  fileprivate var lines: [String] {
    [("training", train), foldIn.map { ("fold-in", $0) }, ("test", test)].compactMap { $0 }
      .map { role, counts in
        let odd = [(counts.duplicate, "duplicate"), (counts.rejected, "rejected")]
          .filter { $0.0 > 0 }
          .map { ", \(NightSummary.grouped($0.0)) \($0.1)" }.joined()
        let why = counts.rejectedByReason.sorted { $0.key < $1.key }
          .map { "\($0.key) \(NightSummary.grouped($0.value))" }.joined(separator: ", ")
        return "\(role): \(counts.path), \(NightSummary.grouped(counts.accepted)) interactions"
          + odd + (why.isEmpty ? "" : " (\(why))")
      }
  }
}

extension BlendWeights {
  /// What the blend is made of, and how that was chosen.
  var sentence: String {
    let parts = zip(models, weights).filter { $1 > 0 }
      .map { "\(fourDecimals($1)) \($0)" }.joined(separator: " + ")
    let alone = zip(models, nDCGAlone).map { "\($0) \(fourDecimals($1))" }
      .joined(separator: ", ")
    return "blend is \(parts) of standardized scores, chosen on \(players) players cut from the "
      + "training: nDCG \(fourDecimals(nDCG)) there; alone \(alone)."
  }
}
