import FindieDomain
import FindieHistory

extension EventReader {
  /// Passes each rejected line of a file to `body`, with all of its faults. Lines that were stored
  /// only in part have one fault.
  package func examine(
    _ lines: [RejectedLine], of collection: InputCollection,
    _ body: (RejectedLine, ExaminedLine) -> Void
  ) {
    switch collection {
    case .interactions:
      examine(
        lines, EventDecoder(.interactions, limits: limits, contract: contract, latest: latest), body
      )
    case .analytics:
      examine(
        lines, EventDecoder(.analytics, limits: limits, contract: contract, latest: latest), body)
    case .games: examine(lines, RecordParser<Game>(limits: limits), body)
    case .developers: examine(lines, RecordParser<Developer>(limits: limits), body)
    case .tags: examine(lines, RecordParser<Tag>(limits: limits), body)
    case .users: examine(lines, RecordParser<User>(limits: limits), body)
    case .wishlists: examine(lines, RecordParser<Wishlist>(limits: limits), body)
    case .prices: examine(lines, RecordParser<PriceSeries>(limits: limits), body)
    case .partners: examine(lines, RecordParser<PartnerStatus>(limits: limits), body)
    case .metrics: examine(lines, RecordParser<PartnerMetric>(limits: limits), body)
    case .annotations: examine(lines, RecordParser<Annotation>(limits: limits), body)
    case .promotions: examine(lines, RecordParser<Promotion>(limits: limits), body)
    // Read by `notify` only.
    case .devices: break
    }
  }

  private func examine(
    _ lines: [RejectedLine], _ examiner: consuming some LineExaminer & ~Copyable,
    _ body: (RejectedLine, ExaminedLine) -> Void
  ) {
    let padding = [UInt8](repeating: 0, count: JSONParser.padding)
    for line in lines {
      var examined = ExaminedLine()
      // The text of a bad row, or of one that the end of its file cuts, is not a document.
      if !line.isCut, line.reason != .badRow, line.reason != .truncatedFile {
        let bytes = line.bytes + padding
        examined = examiner.examine(bytes.span, 0..<line.bytes.count)
      }
      if examined.faults.isEmpty { examined.add(line.reason, line.detail) }
      body(line, examined)
    }
  }
}
