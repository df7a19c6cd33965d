/// Ids of events that have none in their source.
package enum DerivedId {
  /// The word that ids of Google Analytics' events begin with, before `-` and 32 digits.
  package static let googleAnalytics = "ga4"

  /// A word of three letters, `-`, and the 32 hexadecimal digits of a hash of what identifies the
  /// event.
  package static func bytes(_ word: String, _ hash: (UInt64, UInt64)) -> InlineArray<36, UInt8> {
    var id = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
    for (index, letter) in word.utf8.prefix(3).enumerated() { id[index] = letter }
    for (half, hash) in [hash.0, hash.1].enumerated() {
      for index in 0..<16 {
        let digit = UInt8(hash >> UInt64(60 - 4 * index) & 0xF)
        id[4 + 16 * half + index] =
          digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
    }
    return id
  }

  /// Whether two contents of an id are versions of one event, and no conflict: Google exports a day
  /// as a streaming table and as a daily one, which may have other parameters.
  static func hasVersions(_ id: String) -> Bool {
    id.utf8.count == 36 && id.utf8.starts(with: (googleAnalytics + "-").utf8)
  }
}
