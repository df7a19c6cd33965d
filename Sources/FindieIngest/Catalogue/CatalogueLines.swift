package import FindieDomain

/// Reads lines of one collection as a nightly run does, and refuses more: a line of which a run
/// would leave out a part.
///
/// A class, since closures read with it, and its parser cannot be copied.
package final class CatalogueLines<Record: CollectedRecord> {
  private var parser: RecordParser<Record>
  private let limits = IngestLimits()

  /// - Parameter latestChange: as of `CatalogueReader`.
  package init(latestChange: Timestamp?) {
    parser = RecordParser(limits: limits, latestChange: latestChange)
  }

  /// - Parameter line: without its line break.
  /// - Throws: why a run would reject the line, or what it would leave out.
  package func record(of line: some Sequence<UInt8>) throws(LineFault) -> Record {
    var bytes = Array(line)
    let range = bytes.indices
    guard range.count <= limits.catalogueLineBytes else { throw LineFault(.lineTooLong) }
    bytes += [UInt8](repeating: 0, count: JSONParser.padding)
    let record = try parser.record(bytes.span, range)
    if let rule = record.brokenRules.first(where: { $0.severity == .reject }) {
      throw LineFault(.brokenRule, rule.sentence)
    }
    if let warning = parser.warnings.first(where: RecordWarning.isUnusableValue) {
      throw LineFault(.wrongType, warning)
    }
    return record
  }
}

extension LineFault: CustomStringConvertible {
  package var description: String {
    detail.isEmpty ? reason.rawValue : "\(reason.rawValue), \(detail)"
  }
}
