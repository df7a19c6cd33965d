import Glibc

/// Random bytes for secrets. No other file makes random numbers without a seed.
enum SecureRandom {
  /// - Parameter count: at most 256.
  /// - Throws: `SecureRandomFailure`.
  static func bytes(_ count: Int) throws(SecureRandomFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // The call fills the array, whose size it is given.
    guard unsafe getentropy(&bytes, count) == 0 else { throw SecureRandomFailure() }
    return bytes
  }
}

/// The system provides no random bytes.
struct SecureRandomFailure: Error, CustomStringConvertible {
  var description: String { "The system gives no random bytes (getentropy). Update the system." }
}
