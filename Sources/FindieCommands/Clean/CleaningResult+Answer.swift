import FindieDomain
package import FindieText
import FindieWorkspace
import Foundation

extension CleaningResult {
  package var answer: Answer {
    let verb = isDryRun ? "would remove" : "removed"
    var lines = removed.map { item in
      "\(verb) \(item.url.path) (\(item.kind.text), \(FileSize(item.bytes)))"
        + (item.others > 0
          ? ", without \(item.others.counted("file")) there that findie did not make" : "")
    }
    let nights = retained.count.counted("night")
    lines.append(
      isEmpty
        ? "Nothing to remove. \(nights) retained."
        : "Total: \(FileSize(bytes)). \(nights) retained.")
    return Answer(text: lines.joined(separator: "\n"), json: canonicalLine(JSON(self)))
  }

  private struct JSON: Encodable {
    struct Item: Encodable {
      let kind: Kind
      let path: String
      let bytes: Int
    }

    let isDryRun: Bool
    let removed: [Item]
    let bytes: Int
    let retained: [Day]

    init(_ result: CleaningResult) {
      isDryRun = result.isDryRun
      removed = result.removed.map { Item(kind: $0.kind, path: $0.url.path, bytes: $0.bytes) }
      bytes = result.bytes
      retained = result.retained
    }
  }
}
