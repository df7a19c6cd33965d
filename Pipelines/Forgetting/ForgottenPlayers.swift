import FindieBatch
import FindieDomain
import Foundation

/// The players of whom a night may know nothing.
struct ForgottenPlayers: Sendable {
  private let key: PlayerKey
  private let proofs: Set<String>
  /// Whether this night is the first that does not know all of them: then what earlier nights left
  /// is no input of it.
  let arePending: Bool

  /// Nil where no player asked to be forgotten.
  ///
  /// - Parameter key: the environment's `FINDIE_KEY`.
  /// - Throws: `MissingKey` where players asked and the key is not theirs.
  init?(workspace: URL, key text: String?) throws {
    guard let tombstones = try Tombstones(workspace: workspace), !tombstones.players.isEmpty
    else { return nil }
    let purpose = "a workspace with players who asked to be forgotten"
    key = try PlayerKey(text, for: purpose)
    guard key.check == tombstones.check else { throw MissingKey(purpose: purpose, why: .other) }
    proofs = Set(tombstones.players.flatMap { [$0.proof, $0.analytics] })
    arePending = tombstones.arePending
  }

  /// Who they are, as one number: what was read without them is read again when there are more.
  var fingerprint: Fingerprint { Fingerprint(of: proofs.sorted().joined(separator: "\n")) }

  /// Whether an id, of a player or as analytics events have it, is of one of them.
  func contains(_ id: String) -> Bool { proofs.contains(key.proof(of: id)) }

  /// The same, as a value that other rooms can hold.
  var contain: @Sendable (String) -> Bool {
    { self.contains($0) }
  }
}
