import Foundation

extension WorldTruth {
  /// The bytes of `truth.json`: keys in order, for people to read.
  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
