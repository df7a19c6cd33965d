import FindieCommands
import FindieRanking
import FindieReports
import FindieText
import FindieWorkspace

/// An evaluation, with the data that was read.
struct ModelEvaluation: Sendable {
  let evaluation: Evaluation
  /// The files that were read; nil for a history.
  var data: FilesRead?

  /// The counts of each file or folder.
  struct FilesRead: Encodable, Sendable {
    let train: InteractionFiles.ReadCounts
    let foldIn: InteractionFiles.ReadCounts?
    let test: InteractionFiles.ReadCounts
  }

  var answer: Answer {
    Answer(
      text: ((data?.lines ?? []) + [evaluation.text]).joined(separator: "\n"),
      json: canonicalLine(self))
  }
}

extension ModelEvaluation: Encodable {
  private enum CodingKeys: CodingKey { case split, notes, verdict, data }

  /// The members of the evaluation with `split` and `notes` in words, `verdict` and `data`.
  func encode(to encoder: any Encoder) throws {
    try evaluation.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(evaluation.split.method.sentence, forKey: .split)
    try container.encode(evaluation.split.notes.map(\.sentence), forKey: .notes)
    try container.encode(evaluation.verdict, forKey: .verdict)
    try container.encodeIfPresent(data, forKey: .data)
  }
}

extension ModelEvaluation.FilesRead {
  fileprivate var lines: [String] {
    [("training", train), foldIn.map { ("fold-in", $0) }, ("test", test)].compactMap { $0 }
      .map { role, counts in
        let odd = [(counts.duplicate, "duplicate"), (counts.rejected, "rejected")]
          .filter { $0.0 > 0 }
          .map { ", \($0.0.grouped) \($0.1)" }.joined()
        let why = counts.rejectedByReason.listed
        return "\(role): \(counts.path), \(counts.accepted.grouped) interactions"
          + odd + (why.isEmpty ? "" : " (\(why))")
      }
  }
}
