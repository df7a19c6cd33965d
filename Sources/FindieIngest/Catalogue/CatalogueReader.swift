import FindieDomain
import FindieHistory
package import FindieWorkers

/// Reads the files of the catalogue into records, and says what became of every line.
///
/// Of the records of one id, the one with the newest change is kept; of equally new ones, and where
/// none is dated, the last by file and line.
package struct CatalogueReader: Sendable {
  package let limits: IngestLimits
  /// The players whose records count as if they were not there; nil where there are none.
  package let forgotten: (@Sendable (String) -> Bool)?

  package init(limits: IngestLimits, forgotten: (@Sendable (String) -> Bool)? = nil) {
    self.limits = limits
    self.forgotten = forgotten
  }

  /// Reads all five collections of a folder.
  ///
  /// - Throws: where a file cannot be read, or is damaged. A bad line is not thrown.
  package func read(_ folder: InputFolder, workers: Workers) throws -> ReadCatalogue {
    ReadCatalogue(
      games: try records(of: folder, workers), developers: try records(of: folder, workers),
      tags: try records(of: folder, workers), users: try records(of: folder, workers),
      wishlists: try records(of: folder, workers))
  }

  private func records<Record: ParsedRecord>(
    of folder: InputFolder, _ workers: Workers
  ) throws -> CatalogueRecords<Record> {
    try records(folder.sources(of: Record.collection), workers)
  }

  /// A record with what is said of it until it is known whether it is kept.
  private struct Entry<Record: Sendable>: Sendable {
    let record: Record
    let warnings: [String]
    var isKept = true
  }

  private func records<Record: ParsedRecord>(
    _ sources: [InputSource], _ workers: Workers
  ) throws -> CatalogueRecords<Record> {
    let parts: [(file: CatalogueFile, entries: [Entry<Record>])] = try workers.map(sources.count) {
      try read(sources[$0])
    }
    var files = parts.map(\.file)
    var entries = parts.map(\.entries)
    var holders: [ExactText: (file: Int, place: Int)] = [:]
    for file in entries.indices {
      for place in entries[file].indices {
        let record = entries[file][place].record
        guard let holder = holders[ExactText(record.id)] else {
          holders[ExactText(record.id)] = (file, place)
          continue
        }
        let held = entries[holder.file][holder.place].record
        if record.replaces(held) {
          entries[holder.file][holder.place].isKept = false
          holders[ExactText(record.id)] = (file, place)
        } else {
          entries[file][place].isKept = false
        }
      }
    }
    var records: [Record] = []
    var warnings: [String: Int] = [:]
    for file in entries.indices {
      for entry in entries[file] where entry.isKept {
        records.append(entry.record)
        for warning in entry.warnings { warnings[warning, default: 0] += 1 }
      }
      files[file].counts.accepted = entries[file].count { $0.isKept }
      files[file].counts.duplicate = entries[file].count - files[file].counts.accepted
    }
    return CatalogueRecords(records: records, files: files, warnings: warnings)
  }

  private func read<Record: ParsedRecord>(
    _ source: InputSource
  ) throws(IngestFailure) -> (file: CatalogueFile, entries: [Entry<Record>]) {
    var lines = try LineReader(source.url, source.compression, limit: limits.catalogueLineBytes)
    var parser = RecordParser(
      fields: Record.fields, itemFields: Wishlist.itemFields, limits: limits)
    var entries: [Entry<Record>] = []
    var rejected = RejectedLines(file: source.path, limits: limits)
    var counts = LineCounts()
    var named = forgotten.map { ForgottenLines($0) }
    while let line = try lines.next() {
      counts.read += 1
      do throws(LineFault) {
        if let fault = line.state.fault { throw fault }
        try parser.open(lines.buffer.span, line.range)
        var record = try Record(from: &parser)
        if let forgotten {
          guard let rest = record.forgetting(forgotten) else {
            counts.read -= 1
            continue
          }
          record = rest
        }
        let broken = record.brokenRules
        if let rule = broken.first(where: { $0.severity == .reject }) {
          throw LineFault(.brokenRule, rule.name)
        }
        entries.append(Entry(record: record, warnings: parser.warnings + broken.map(\.name)))
      } catch {
        if named?.isNamed(in: lines.buffer[line.range]) ?? false {
          counts.read -= 1
        } else {
          rejected.add(error, line, in: lines.buffer)
        }
      }
    }
    counts.rejectedByReason = rejected.counts
    let file = CatalogueFile(
      source: source, contentHash: lines.blockHashes.contentHash, counts: counts,
      rejected: rejected.kept)
    return (file, entries)
  }
}
