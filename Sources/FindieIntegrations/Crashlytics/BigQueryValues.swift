import FindieDomain

/// A `TIMESTAMP` as BigQuery writes it in JSON: `2026-03-01 10:00:00.123456 UTC`, ISO 8601, or microseconds since
/// 1970 as a number or as text.
struct BigQueryTime: Decodable {
  let time: Timestamp

  init(from decoder: any Decoder) throws {
    let text = try NumberOrText(from: decoder).text
    let microseconds = Int64(text)
    let time =
      microseconds.map { Timestamp(epochMilliseconds: $0 / 1000) }
      ?? Timestamp(iso8601: text.hasSuffix(" UTC") ? String(text.dropLast(4)) : text)
    guard let time else { throw InvalidRow() }
    self.time = time
  }
}

/// A `BOOL`, which `bq query --format=json` writes as text.
struct BigQueryFlag: Decodable {
  let isTrue: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      isTrue = try container.decode(Bool.self)
    } catch {
      switch try container.decode(String.self) {
      case "true": isTrue = true
      case "false": isTrue = false
      default: throw InvalidRow()
      }
    }
  }
}

/// A row that is not one of the export.
struct InvalidRow: Error {}

extension KeyedDecodingContainer {
  /// An id of 1 to 128 bytes; nil if it is absent or empty.
  func id(_ key: Key) throws -> String? {
    guard let id = try decodeIfPresent(String.self, forKey: key), !id.isEmpty else { return nil }
    guard id.utf8.count <= 128 else { throw InvalidRow() }
    return id
  }
}
