package import FindieFiles
package import Foundation

/// The quarantine of one input file: its stored rejected lines, and the number of those not stored.
package struct QuarantineFile: Sendable {
  /// A line of the file. It stays as it is.
  package struct Line: Sendable {
    let json: [UInt8]
    /// Nil if it cannot be read.
    package let entry: QuarantineEntry?

    /// All that may name a player. Of a line that someone edited, every part may.
    var texts: [[UInt8]] {
      let texts = entry.map { [$0.bytes, Array($0.detail.utf8)] } ?? []
      guard entry?.json != json else { return texts }
      let pieces = json[...].pieces(between: UInt8(ascii: "\""))
      return texts + [json]
        + pieces.compactMap { Data(base64Encoded: Data($0)).map { Array($0) } }
    }
  }

  /// Rejected lines that were not stored because of the limits.
  package struct Gap: Decodable, Sendable, Equatable {
    /// Those of the file: it may have no other line.
    fileprivate let file: String?
    fileprivate let collection: InputCollection?
    private let stored: Int
    private let rejected: Int
    /// How to store more, for people.
    package let note: String

    fileprivate init(
      of file: String, _ collection: InputCollection, stored: Int, rejected: Int, note: String
    ) {
      self.file = file
      self.collection = collection
      self.stored = stored
      self.rejected = rejected
      self.note = note
    }

    package var lines: Int { rejected - stored }
  }

  /// The path of the input file, relative to the input folder.
  package let file: String
  /// Nil if no line of the file is readable.
  package let collection: InputCollection?
  package internal(set) var lines: [Line] = []
  /// The lines that are not stored; nil if all are.
  package private(set) var gap: Gap?

  /// The rejected lines of a file that was read.
  ///
  /// - Parameters:
  ///   - stored: the stored lines of the file.
  ///   - rejected: the number of rejected lines.
  package init(
    of file: String, _ collection: InputCollection, stored: [RejectedLine], rejected: Int,
    limits: IngestLimits
  ) {
    self.file = file
    self.collection = collection
    lines = stored.map {
      let entry = QuarantineEntry($0, of: collection)
      return Line(json: entry.json, entry: entry)
    }
    let more = rejected - stored.reduce(0) { $0 + $1.lines }
    guard more > 0 else { return }
    let parameter = stored.count < limits.storedLines ? "storedBytesPerFile" : "storedLines"
    gap = Gap(
      of: file, collection, stored: lines.count, rejected: lines.count + more,
      note: "\(more) more rejected lines of this file are not stored; "
        + "raise advanced.ingest.\(parameter) and read the file again to store them")
  }

  /// Reads a file of the quarantine. An unreadable line is not an error.
  package init(reading url: URL) throws(FileFailure) {
    let decoder = JSONDecoder()
    var named: QuarantineEntry?
    for line in try DurableFile.read(url).split(separator: 0x0A) {
      do {
        let entry = try decoder.decode(QuarantineEntry.self, from: Data(line))
        named = named ?? entry
        lines.append(Line(json: Array(line), entry: entry))
      } catch {
        do {
          gap = try decoder.decode(Gap.self, from: Data(line))
        } catch {
          lines.append(Line(json: Array(line), entry: nil))
        }
      }
    }
    file = named?.file ?? gap?.file ?? url.deletingPathExtension().lastPathComponent
    collection = named?.collection ?? gap?.collection
  }

  package var isEmpty: Bool { lines.isEmpty && gap == nil }

  package var entries: [QuarantineEntry] { lines.compactMap(\.entry) }

  /// The file's lines, then the gap if there is one.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in lines { bytes += line.json + [0x0A] }
    guard let gap else { return bytes }
    bytes += Array(#"{"file":"#.utf8)
    bytes.append(quoted: file)
    if let collection { bytes += Array(#","collection":"\#(collection.rawValue)""#.utf8) }
    bytes += Array(#","stored":\#(lines.count),"rejected":\#(lines.count + gap.lines)"#.utf8)
    bytes += Array(#","note":"#.utf8)
    bytes.append(quoted: gap.note)
    bytes += [0x7D, 0x0A]
    return bytes
  }
}
