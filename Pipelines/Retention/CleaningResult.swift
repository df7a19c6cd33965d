import FindieDomain
import Foundation

/// What a cleaning removed, or would.
package struct CleaningResult: Sendable {
  enum What: String, Codable, Sendable {
    case night, reports, record, quarantine, artifact, leftover

    /// For people.
    var words: String {
      switch self {
      case .night: "a published night that is not kept"
      case .reports: "the reports of a night that is not kept"
      case .record: "the record of an old run"
      case .quarantine: "the rejected lines of an old night"
      case .artifact: "an artifact of a stage that there is no more"
      case .leftover: "what a killed run left"
      }
    }
  }

  struct Thing: Sendable {
    let what: What
    let url: URL
    let bytes: Int
  }

  package let isDryRun: Bool
  let removed: [Thing]
  /// The nights that stay, in order.
  let kept: [Day]

  package var isEmpty: Bool { removed.isEmpty }

  var bytes: Int { removed.reduce(0) { $0 + $1.bytes } }

  /// All of it in a sentence.
  package var sentence: String {
    guard !isEmpty else { return "nothing to remove" }
    return "\(isDryRun ? "would remove" : "removed") \(removed.count) "
      + "thing\(removed.count == 1 ? "" : "s") of \(Size(bytes))"
  }

  package var answer: Answer {
    var lines = removed.map { thing in
      "\(isDryRun ? "would remove" : "removed") \(thing.url.path): \(thing.what.words), "
        + "\(Size(thing.bytes))"
    }
    let nights = "\(kept.count) night\(kept.count == 1 ? "" : "s") kept"
    lines.append(
      isEmpty
        ? "There is nothing to remove; \(nights)." : "In all \(Size(bytes)); \(nights).")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(JSON(self)))
  }

  private struct JSON: Encodable {
    struct Thing: Encodable {
      let what: What
      let path: String
      let bytes: Int
    }

    let isDryRun: Bool
    let removed: [Thing]
    let bytes: Int
    let kept: [Day]

    init(_ result: CleaningResult) {
      isDryRun = result.isDryRun
      removed = result.removed.map { Thing(what: $0.what, path: $0.url.path, bytes: $0.bytes) }
      bytes = result.bytes
      kept = result.kept
    }
  }
}
