import FindieBatch

/// The key under which players' ids are hashed, from the environment's `FINDIE_KEY`.
package struct PlayerKey: Sendable {
  /// A shorter key could be found by trying.
  package static let leastBytes = 16

  private let hash: KeyedHash

  /// - Parameter text: what the environment says; nil where it says nothing.
  /// - Throws: `MissingKey` where that is no key.
  package init(_ text: String?, for purpose: String) throws(MissingKey) {
    guard let text, !text.isEmpty else { throw MissingKey(purpose: purpose, why: .notSet) }
    guard text.utf8.count >= PlayerKey.leastBytes else {
      throw MissingKey(purpose: purpose, why: .short)
    }
    hash = KeyedHash(key: Array(text.utf8))
  }

  /// HMAC-SHA-256 of the id, in hexadecimal: what stands for the player outside.
  package func anonymousId(of userId: String) -> String { hash.code(of: userId) }

  /// What proves that an id is one of the forgotten. The prefix keeps it apart from `anonymousId`.
  func proof(of id: String) -> String { hash.code(of: "findie: forgotten player\u{0}" + id) }

  var check: String { hash.code(of: "findie: which key is this?\u{0}") }
}

/// What needs the key was asked for without it.
package struct MissingKey: Error, CustomStringConvertible {
  enum Why: Sendable {
    case notSet, short, other
  }

  let purpose: String
  let why: Why

  package var description: String {
    let fault =
      switch why {
      case .notSet: "FINDIE_KEY is not set"
      case .short: "FINDIE_KEY has fewer than \(PlayerKey.leastBytes) bytes"
      case .other: "FINDIE_KEY is not the key that forgotten.json was made with"
      }
    let remedy =
      why == .other
      ? "" : " (for a new one: export FINDIE_KEY=$(openssl rand -hex 32))"
    return
      "\(fault), and \(purpose) needs it. Set it in the environment to the secret that you keep for "
      + "this workspace\(remedy), and run it again."
  }
}
