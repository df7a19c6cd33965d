import COpenSSL
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
    writer.add(packedUsers, workers)
    writer.add(packedWishlists, workers)
    // A catalogue without these has the digest that it had before there were any.
    if !packedVectors.isEmpty { writer.add(packedVectors, workers) }
    if !packedUncounted.isEmpty { writer.add(packedUncounted, workers) }
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
  fileprivate mutating func add<Record: CatalogueRecord>(_ records: [Record], _ workers: Workers) {
    add(records.count, workers) { PackedRecord(records[$0]) }
  }

  fileprivate mutating func add<Record: CatalogueRecord>(
    _ records: PackedRecords<Record>, _ workers: Workers
  ) {
    add(records.count, workers) { records[$0] }
  }

  /// Adds records; all threads write their bytes.
  private mutating func add<Record: CatalogueRecord>(
    _ records: Int, _ workers: Workers, _ record: @Sendable (Int) -> PackedRecord<Record>
  ) {
    var count = DigestText()
    count.begin(records)
    self.add(count.bytes)
    let (fields, partTypes) = (Record.fields, Record.Part.fields.map(\.type))
    for wave in Workers.ranges(of: records, size: 4096 * workers.threads) {
      let parts = Workers.ranges(of: wave.count, size: 1024)
      let texts = workers.map(parts.count) { part in
        var text = DigestText()
        for index in parts[part] {
          text.add(record(wave.lowerBound + index), fields, partTypes)
        }
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

  mutating func add<Record>(
    _ record: PackedRecord<Record>, _ fields: [CatalogueField<Record>],
    _ partTypes: [CatalogueFieldType]
  ) {
    var values = record.values
    add(&values, .id)
    for field in fields {
      guard field.isAddition else {
        add(&values, field.type)
        continue
      }
      let start = bytes.count
      bytes.append(UInt8(ascii: "+"))
      add(ArraySlice(field.name.utf8))
      let end = bytes.count
      add(&values, field.type)
      if bytes[end...] == [UInt8(ascii: "~")] { bytes.removeSubrange(start...) }
    }
    guard !partTypes.isEmpty, case .number(let count) = values.next() else { return begin(0) }
    begin(count)
    for _ in 0..<count {
      for type in partTypes { add(&values, type) }
    }
  }

  /// Adds the number of elements that follow.
  mutating func begin(_ count: Int) { add(count, then: ";") }

  private mutating func add(_ values: inout PackedCursor, _ type: CatalogueFieldType) {
    switch (values.next(), type) {
    case (.absent, _): bytes.append(UInt8(ascii: "~"))
    case (.number(let number), .flag): bytes.append(UInt8(ascii: number == 0 ? "f" : "t"))
    case (.number(let number), _): add(number, then: ";")
    case (.text(let range), _): add(values.bytes[range])
    case (.list(let list), _):
      begin(list.count)
      for range in values.ranges(of: list) { add(values.bytes[range]) }
    }
  }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    add(text.count, then: ":")
    bytes += text
  }

  private mutating func add(_ number: Int, then end: Unicode.Scalar) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: number.magnitude)
    bytes.append(UInt8(ascii: end))
  }
}

extension LineHash {
  /// The first half of the SHA-256 of a line.
  package init(of line: Span<UInt8>) {
    var digest = [UInt64](repeating: 0, count: Int(SHA256_DIGEST_LENGTH) / 8)
    // The bytes are read, and the digest is written, before the call returns.
    unsafe line.withUnsafeBufferPointer { line in
      unsafe digest.withUnsafeMutableBytes { digest in
        _ = unsafe SHA256(
          line.baseAddress, line.count,
          digest.bindMemory(to: UInt8.self).baseAddress)
      }
    }
    self.init(digest[0], digest[1])
  }
}
