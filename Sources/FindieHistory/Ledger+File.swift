import FindieDomain
import Foundation

// A ledger's file is JSON. Its first member is the hash of all bytes after it:
//
//   {"checksum":"9f86d081884c7d65","conflictCount":0,…}

extension Ledger {
  private static let opening = Array(#"{"checksum":""#.utf8)
  private static let closing = Array(#"","#.utf8)
  private static let digits = 16

  /// The bytes of the ledger's file.
  func sealed() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let members = try Array(encoder.encode(self).dropFirst())
    return Ledger.opening + Ledger.checksum(of: members) + Ledger.closing + members
  }

  /// Whether a file's bytes match their checksum.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    let index = opening.count + digits
    guard bytes.starts(with: opening), bytes.count > index,
      bytes[index...].starts(with: closing)
    else { return false }
    return bytes[opening.count..<index].elementsEqual(
      checksum(of: Array(bytes[(index + closing.count)...])))
  }

  private static func checksum(of members: [UInt8]) -> [UInt8] {
    Array(hash64(of: members.span).padded(to: digits, radix: 16).utf8)
  }
}
