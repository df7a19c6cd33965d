import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import Foundation

/// One file of the quarantine on its way into the history: which of its lines are sound by now.
struct ReplayBatch {
  let day: Day
  let url: URL
  let file: QuarantineFile
  private let isSettledInPart: Bool
  /// The places, among the file's items, of lines that can be read again and have no fault so far.
  private var candidates: [Int] = []
  /// What is wrong with other lines now, by place.
  private var faults: [Int: Fault] = [:]
  /// Lines of which only the first bytes are there.
  private(set) var cut = 0
  private(set) var unreadable = 0

  struct Fault {
    let reason: String
    let detail: String
  }

  init(_ found: QuarantineSelection.Found) {
    day = found.day
    url = found.url
    file = found.file
    isSettledInPart = found.isSettledInPart
    guard !isOfCatalogue else { return }
    for (place, item) in file.items.enumerated() {
      switch item {
      case .unreadable: unreadable += 1
      case .entry(let entry) where entry.isCut: cut += 1
      case .entry(let entry):
        if let fault = ReplayBatch.fault(ofLine: entry.bytes) {
          faults[place] = fault
        } else {
          candidates.append(place)
        }
      }
    }
  }

  /// Lines of the catalogue are not replayed: every night reads its files.
  var isOfCatalogue: Bool { file.collection.map { $0.events == nil } ?? false }

  /// What keeps a text from being one line, as only a hand can make it.
  private static func fault(ofLine bytes: [UInt8]) -> Fault? {
    if bytes.contains(0x0A) {
      return Fault(
        reason: RejectionReason.notJSON.rawValue, detail: "a line end stands inside the text")
    }
    guard bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    return Fault(reason: RejectionReason.notJSON.rawValue, detail: "the text is blank")
  }

  /// The lines that have no fault, as a file to be read; nil where there are none.
  ///
  /// - Parameter path: makes the file's path of the lines' hash.
  func source(in folder: URL, path: (String) -> String) throws -> InputSource? {
    guard let collection = file.collection, !candidates.isEmpty else { return nil }
    // The blank line keeps what looks like a byte order mark from being one.
    let bytes = sound.reduce(into: [0x0A] as [UInt8]) { $0 += $1.bytes + [0x0A] }
    let path = path(String(hash64(of: bytes.span), radix: 16))
    let url = folder.appending(path: Quarantine.safeName(of: path) + ".ndjson")
    try DurableFile.writePlainly(bytes, to: url)
    return try InputSource(url, as: collection, path: path)
  }

  /// The path in the history of lines of this file, which other lines never share.
  func path(ofLinesWithHash hash: String) -> String {
    "quarantine/\(day)/\(Quarantine.safeName(of: file.file))-\(hash).ndjson"
  }

  /// Takes lines that were rejected again out of the sound ones.
  ///
  /// - Parameter lines: of the file that `source` made.
  mutating func refuse(_ lines: [RejectedLine]) {
    for line in lines {
      // Lines count from 1, and the first one is blank.
      faults[candidates[line.line - 2]] = Fault(reason: line.reason.rawValue, detail: line.detail)
    }
    candidates.removeAll { faults[$0] != nil }
  }

  var sound: [QuarantineEntry] {
    candidates.compactMap { place in
      guard case .entry(let entry) = file.items[place] else { return nil }
      return entry
    }
  }

  /// How many lines are still bad, by reason.
  var bad: [String: Int] {
    faults.values.reduce(into: [:]) { $0[$1.reason, default: 0] += 1 }
  }

  /// The quarantine without the sound lines, the others with what is wrong with them now.
  var rest: QuarantineFile {
    let sound = Set(candidates)
    var rest = file
    rest.replace(
      file.items.enumerated().filter { !sound.contains($0.offset) }.map { place, item in
        guard case .entry(var entry) = item, let fault = faults[place] else { return item }
        entry.reason = fault.reason
        entry.detail = fault.detail
        return .entry(entry)
      })
    return rest
  }

  /// Whether `rest` says something else than what stands on the disk.
  var isChanged: Bool {
    guard candidates.isEmpty, !isSettledInPart else { return true }
    return faults.contains { place, fault in
      guard case .entry(let entry) = file.items[place] else { return false }
      return entry.reason != fault.reason || entry.detail != fault.detail
    }
  }
}
