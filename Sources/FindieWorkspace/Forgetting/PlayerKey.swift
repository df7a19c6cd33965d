import FindieBatch

/// The key under which players' ids are hashed, from the environment's `FINDIE_KEY`.
package struct PlayerKey: Sendable {
  /// A shorter key could be found by brute force.
  package static let minimumBytes = 16

  private let hash: KeyedHash

  /// - Parameters:
  ///   - text: the value of the environment variable; nil if it is not set.
  ///   - mayBeNew: whether the workspace has no key yet.
  /// - Throws: `MissingKey`.
  package init(_ text: String?, for purpose: String, mayBeNew: Bool) throws(MissingKey) {
    guard let text, !text.isEmpty else {
      throw MissingKey(purpose: purpose, why: .notSet, mayBeNew: mayBeNew)
    }
    guard text.utf8.count >= PlayerKey.minimumBytes else {
      throw MissingKey(purpose: purpose, why: .tooShort, mayBeNew: mayBeNew)
    }
    hash = KeyedHash(key: Array(text.utf8))
  }

  /// HMAC-SHA-256 of the id, in hexadecimal: the player's id in anonymous exports.
  package func anonymousId(of userId: String) -> String { hash.code(of: userId) }

  /// The keyed hash by which a forgotten player is recognized. The prefix keeps it apart from
  /// `anonymousId`.
  func proof(of id: String) -> String { hash.code(of: "findie: forgotten player\u{0}" + id) }

  /// The keyed hash of a constant, which identifies the key.
  var check: String { hash.code(of: "findie: which key is this?\u{0}") }
}

/// An operation needs the key, and the environment does not have it.
package struct MissingKey: KnownFailure, CustomStringConvertible {
  enum Why: Sendable {
    case notSet, tooShort, different
  }

  package var failureKind: FailureKind { .badParameters }
  let purpose: String
  let why: Why
  /// Whether the workspace has no key yet.
  let mayBeNew: Bool

  package var description: String {
    let fault =
      switch why {
      case .notSet: "FINDIE_KEY is not set"
      case .tooShort: "FINDIE_KEY has fewer than \(PlayerKey.minimumBytes) bytes"
      case .different: "FINDIE_KEY is not the key with which forgotten.json was written"
      }
    let remedy =
      mayBeNew
      ? " To create one: export FINDIE_KEY=$(openssl rand -hex 32)."
      : " It is the key that was set when the first player was forgotten; a new one does not work."
    return
      "\(fault). \(purpose) needs it. Set it in the environment to this workspace's secret and run the "
      + "command again.\(remedy)"
  }
}
