import FindieWorkspace
import Glibc

/// Random bytes for secrets. No other file makes random numbers without a seed.
enum SecureRandom {
  /// - Parameter count: at most 256.
  /// - Throws: `CommandFailure`.
  static func bytes(_ count: Int) throws(CommandFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // The call fills the array, whose size it is given.
    guard unsafe getentropy(&bytes, count) == 0 else {
      throw CommandFailure(
        .failed, "The system gives no random bytes (getentropy). Update the system.")
    }
    return bytes
  }
}
