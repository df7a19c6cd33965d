package import FindieDomain
package import FindieWorkers

extension Catalogue {
  /// The fingerprint of every field of every record, including fields that only the app uses.
  /// Annotations and promotions are not part of it.
  package func digest(workers: Workers) -> Fingerprint {
    var writer = FingerprintWriter()
    writer.add(games, workers)
    writer.add(developers, workers)
    writer.add(tags, workers)
    writer.add(users, workers)
    writer.add(wishlists, workers)
    return writer.fingerprint
  }
}

extension Array where Element: CatalogueRecord {
  /// The fingerprint of every field of every record.
  package func digest(workers: Workers) -> Fingerprint {
    var writer = FingerprintWriter()
    writer.add(self, workers)
    return writer.fingerprint
  }
}

extension PartnerData {
  /// The fingerprint of every field of every record.
  package func digest(workers: Workers) -> Fingerprint {
    var writer = FingerprintWriter()
    writer.add(prices, workers)
    writer.add(partners, workers)
    writer.add(metrics, workers)
    return writer.fingerprint
  }
}

extension FingerprintWriter {
  /// Adds records; all threads write their bytes.
  fileprivate mutating func add<Record: CatalogueRecord>(_ records: [Record], _ workers: Workers) {
    var count = DigestText()
    count.begin(records.count)
    self.add(count.bytes)
    for wave in Workers.ranges(of: records.count, size: 4096 * workers.threads) {
      let parts = Workers.ranges(of: wave.count, size: 1024)
      let texts = workers.map(parts.count) { part in
        var text = DigestText()
        for index in parts[part] { text.add(records.span[wave.lowerBound + index]) }
        return text.bytes
      }
      for text in texts { self.add(text) }
    }
  }
}

/// The fields of records as bytes. Texts and lists are preceded by their length, so that different
/// records have different bytes, and an absent value differs from an empty one.
private struct DigestText {
  private(set) var bytes: [UInt8] = []

  mutating func add<Record: CatalogueRecord>(_ record: Record) {
    add(record.id)
    for field in Record.fields { add(field.value(record)) }
    let parts = record.parts.span
    begin(parts.count)
    for index in parts.indices {
      for field in Record.Part.fields { add(field.value(parts[index])) }
    }
  }

  /// Adds the number of elements that follow.
  mutating func begin(_ count: Int) { add(count, then: ";") }

  private mutating func add(_ value: FieldValue) {
    switch value {
    case .absent: bytes.append(UInt8(ascii: "~"))
    case .text(let text): add(text)
    case .flag(let flag): bytes.append(UInt8(ascii: flag ? "t" : "f"))
    case .number(let number): add(number, then: ";")
    case .time(let time): add(Int(time.milliseconds), then: ";")
    case .decimal(let decimal): add("\(decimal)")
    case .texts(let texts):
      begin(texts.count)
      for text in texts { add(text) }
    }
  }

  private mutating func add(_ text: String) {
    add(text.utf8.count, then: ":")
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func add(_ number: Int, then end: Unicode.Scalar) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: number.magnitude)
    bytes.append(UInt8(ascii: end))
  }
}
