import FindieDomain
import FindieHistory
import Foundation

extension CollectedRecord {
  /// The record with an id that is derived from its fields, if it has none.
  var identified: Self {
    guard id.isEmpty, !Self.identity.isEmpty else { return self }
    let texts = Self.fields.filter { Self.identity.contains($0.name) }
      .map { $0.value(self).identifyingText }
    func half(_ seed: UInt64) -> UInt64 {
      texts.reduce(seed) { hash64(of: $1.utf8.span, seed: $0) }
    }
    let bytes = DerivedId.bytes(Self.collection.rawValue, (half(0), half(1)))
    var record = Self(defaultsOf: String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    for field in Self.fields { _ = field.set(field.value(self), &record) }
    return record
  }
}

extension FieldValue {
  /// Different values of a type have different texts.
  fileprivate var identifyingText: String {
    switch self {
    case .absent: ""
    case .text(let text): text
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .time(let time): "\(time.milliseconds)"
    case .decimal(let decimal): "\(decimal)"
    case .texts(let texts): texts.joined(separator: ",")
    }
  }
}
