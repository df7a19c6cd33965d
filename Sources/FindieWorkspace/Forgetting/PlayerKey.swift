/// The key for hashing players' ids, from the environment's `FINDIE_KEY`.
package struct PlayerKey: Sendable {
  /// A shorter key could be found by brute force.
  private static let minimumBytes = 16

  private let hash: KeyedHash

  /// - Parameters:
  ///   - text: the value of the environment variable; nil if it is not set.
  ///   - mayBeNew: whether the workspace has no key yet.
  /// - Throws: `WorkspaceFailure.missingKey`.
  package init(_ text: String?, for purpose: String, mayBeNew: Bool) throws(WorkspaceFailure) {
    guard let text, !text.isEmpty else {
      throw .missingKey(.notSet, purpose: purpose, mayBeNew: mayBeNew)
    }
    guard text.utf8.count >= Self.minimumBytes else {
      throw .missingKey(
        .tooShort(minimumBytes: Self.minimumBytes), purpose: purpose, mayBeNew: mayBeNew)
    }
    hash = KeyedHash(key: Array(text.utf8))
  }

  /// HMAC-SHA-256 of the id, in hexadecimal: the player's id in anonymous exports.
  package func anonymousId(of userId: String) -> String { hash.code(of: userId) }

  /// The keyed hash that identifies a forgotten player. A prefix makes it differ from
  /// `anonymousId`.
  func proof(of id: String) -> String { hash.code(of: "findie: forgotten player\u{0}" + id) }

  /// The keyed hash of a constant, which identifies the key.
  var check: String { hash.code(of: "findie: which key is this?\u{0}") }
}
