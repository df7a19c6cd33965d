/// Ids that look like Firestore's, all different within a world.
///
/// The seed chooses a bijection of 64-bit keys. Each half of the result becomes six letters, so
/// different keys have different ids. The letters after these twelve carry no information.
struct GeneratedIds: Sendable {
  /// The kind is part of the key. The raw values are part of every seed's bytes.
  enum Kind: UInt64 {
    case interaction, session, event, player, game, developer
  }

  private let salt: UInt64
  /// All pairs of the 62 letters and digits, 3,844 in sequence.
  private let pairs: [UInt8]

  init(seed: UInt64) {
    salt = RandomStream.mixed(seed ^ 0x6A09_E667_F3BC_C908)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    pairs = letters.flatMap { first in letters.flatMap { [first, $0] } }
  }

  /// `gen-` and sixteen letters: the id of a player, a game or a studio.
  func name(_ kind: Kind, _ ordinal: Int) -> String {
    var bytes = Array("gen-".utf8)
    append(kind, day: 0, ordinal, letters: 16, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the twenty letters of the `ordinal`th `kind` on day `day` of the world.
  func append(_ kind: Kind, day: Int, _ ordinal: Int, to bytes: inout [UInt8]) {
    append(kind, day: day, ordinal, letters: 20, to: &bytes)
  }

  /// 32 hexadecimal digits that stand for a player in analytics and do not reveal the id.
  func pseudonym(of player: Int) -> String {
    let key = RandomStream.mixed(salt ^ 0xBB67_AE85_84CA_A73B)
    let first = RandomStream.mixed(RandomStream.mixed(UInt64(player) ^ key) &+ key)
    return [first, RandomStream.mixed(first ^ key)].map { bits in
      let digits = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private func append(
    _ kind: Kind, day: Int, _ ordinal: Int, letters: Int, to bytes: inout [UInt8]
  ) {
    let key = kind.rawValue << 60 | UInt64(day) << 40 | UInt64(ordinal)
    let bits = RandomStream.mixed(key ^ salt)
    append(half: Int(bits >> 32), to: &bytes)
    append(half: Int(bits & 0xFFFF_FFFF), to: &bytes)
    let rest = RandomStream.mixed(bits)
    for index in 0..<(letters - 12) / 2 {
      append(pair: Int(rest >> (16 * UInt64(index)) & 0xFFFF) % 3844, to: &bytes)
    }
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
