import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import Foundation

/// One file of the quarantine that is replayed, with the lines that are valid now.
struct ReplayBatch {
  let day: Day
  let url: URL
  let file: QuarantineFile
  private let omitsReplayedLines: Bool
  /// The indices, among the file's items, of lines without a known fault.
  private var candidates: [Int] = []
  /// The faults of other lines, by index.
  private var faults: [Int: Fault] = [:]
  /// Lines of which only the beginning is stored.
  private(set) var truncated = 0
  private(set) var unreadable = 0

  struct Fault {
    let reason: String
    let detail: String
  }

  init(_ found: QuarantineSelection.File) {
    day = found.day
    url = found.url
    file = found.file
    omitsReplayedLines = found.omitsReplayedLines
    guard !isOfCatalogue else { return }
    for (index, item) in file.items.enumerated() {
      switch item {
      case .unreadable: unreadable += 1
      case .entry(let entry) where entry.isCut: truncated += 1
      case .entry(let entry):
        if let fault = ReplayBatch.fault(ofLine: entry.bytes) {
          faults[index] = fault
        } else {
          candidates.append(index)
        }
      }
    }
  }

  /// Lines of the catalogue are not replayed: every run reads its files.
  var isOfCatalogue: Bool { file.collection.map { $0.events == nil } ?? false }

  /// Why an edited text is not one line.
  private static func fault(ofLine bytes: [UInt8]) -> Fault? {
    if bytes.contains(0x0A) {
      return Fault(
        reason: RejectionReason.notJSON.rawValue, detail: "the text contains a line end")
    }
    guard bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    return Fault(reason: RejectionReason.notJSON.rawValue, detail: "the text is blank")
  }

  /// The valid lines as an input file; nil if there are none.
  ///
  /// - Parameter path: the file's path for the hash of its lines.
  func source(in folder: URL, path: (String) -> String) throws -> InputSource? {
    guard let collection = file.collection, !candidates.isEmpty else { return nil }
    // After the blank line, no line starts with a byte order mark.
    let bytes = valid.reduce(into: [0x0A] as [UInt8]) { $0 += $1.bytes + [0x0A] }
    let path = path(String(hash64(of: bytes.span), radix: 16))
    let url = folder.appending(path: Quarantine.safeName(of: path) + ".ndjson")
    try DurableFile.writePlainly(bytes, to: url)
    return try InputSource(url, as: collection, path: path)
  }

  /// The path of the lines in the history, unique to these lines.
  func path(ofLinesWithHash hash: String) -> String {
    "quarantine/\(day)/\(Quarantine.safeName(of: file.file))-\(hash).ndjson"
  }

  /// Removes lines that were rejected again from the valid ones.
  ///
  /// - Parameter lines: the rejected lines of the file that `source` wrote.
  mutating func reject(_ lines: [RejectedLine]) {
    for line in lines {
      // Lines count from 1, and the first one is blank.
      faults[candidates[line.line - 2]] = Fault(reason: line.reason.rawValue, detail: line.detail)
    }
    candidates.removeAll { faults[$0] != nil }
  }

  var valid: [QuarantineEntry] {
    candidates.compactMap { index in
      guard case .entry(let entry) = file.items[index] else { return nil }
      return entry
    }
  }

  /// The number of lines that are still invalid, by reason.
  var invalid: [String: Int] {
    faults.values.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
  }

  /// The quarantine without the valid lines, with the current faults of the others.
  var rest: QuarantineFile {
    let valid = Set(candidates)
    var rest = file
    rest.replace(
      file.items.enumerated().filter { !valid.contains($0.offset) }.map { index, item in
        guard case .entry(var entry) = item, let fault = faults[index] else { return item }
        entry.reason = fault.reason
        entry.detail = fault.detail
        return .entry(entry)
      })
    return rest
  }

  /// Whether `rest` differs from the stored file.
  var isChanged: Bool {
    guard candidates.isEmpty, !omitsReplayedLines else { return true }
    return faults.contains { index, fault in
      guard case .entry(let entry) = file.items[index] else { return false }
      return entry.reason != fault.reason || entry.detail != fault.detail
    }
  }
}
