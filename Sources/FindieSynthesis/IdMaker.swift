/// Makes ids that look like Firestore's, no two alike within a world.
///
/// A key of 64 bits is mixed by a bijection that the seed chooses; its halves become six letters each,
/// so different keys have different ids. The letters after these twelve are ornament.
struct IdMaker: Sendable {
  /// What an id is for; ids of different kinds never meet.
  enum Kind: UInt64 {
    case interaction, session, event, player, game, developer
  }

  private let salt: UInt64
  /// All pairs of the 62 letters, 3,844 in a row.
  private let pairs: [UInt8]

  init(seed: UInt64) {
    salt = RandomStream.mixed(seed ^ 0x6A09_E667_F3BC_C908)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    pairs = letters.flatMap { first in letters.flatMap { [first, $0] } }
  }

  /// Appends the twenty letters of the `ordinal`th `kind` of day `day` of the world.
  func append(_ kind: Kind, day: Int, _ ordinal: Int, to bytes: inout [UInt8]) {
    let bits = append(core: kind, day: day, ordinal, to: &bytes)
    var ornament = RandomStream.mixed(bits)
    for _ in 0..<4 {
      append(pair: Int(ornament & 0xFFFF) % 3844, to: &bytes)
      ornament >>= 16
    }
  }

  /// `gen-` and sixteen letters: the id of a player or a game.
  func named(_ kind: Kind, _ ordinal: Int) -> [UInt8] {
    var bytes = Array("gen-".utf8)
    let bits = append(core: kind, day: 0, ordinal, to: &bytes)
    let ornament = RandomStream.mixed(bits)
    append(pair: Int(ornament & 0xFFFF) % 3844, to: &bytes)
    append(pair: Int(ornament >> 16 & 0xFFFF) % 3844, to: &bytes)
    return bytes
  }

  /// 32 hexadecimal digits that stand for a player in analytics and cannot be read back to the id.
  func appendPseudonym(of player: Int, to bytes: inout [UInt8]) {
    let key = RandomStream.mixed(salt ^ 0xBB67_AE85_84CA_A73B)
    let first = RandomStream.mixed(RandomStream.mixed(UInt64(player) ^ key) &+ key)
    bytes.append(hexadecimal: first)
    bytes.append(hexadecimal: RandomStream.mixed(first ^ key))
  }

  private func append(core kind: Kind, day: Int, _ ordinal: Int, to bytes: inout [UInt8]) -> UInt64
  {
    let key = kind.rawValue << 60 | UInt64(day) << 40 | UInt64(ordinal)
    let bits = RandomStream.mixed(key ^ salt)
    append(half: Int(bits >> 32), to: &bytes)
    append(half: Int(bits & 0xFFFF_FFFF), to: &bytes)
    return bits
  }

  private func append(half: Int, to bytes: inout [UInt8]) {
    append(pair: half % 3844, to: &bytes)
    append(pair: half / 3844 % 3844, to: &bytes)
    append(pair: half / 14_776_336, to: &bytes)
  }

  private func append(pair: Int, to bytes: inout [UInt8]) {
    bytes.append(pairs[2 * pair])
    bytes.append(pairs[2 * pair + 1])
  }
}
