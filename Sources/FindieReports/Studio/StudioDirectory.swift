import FindieAnalytics
package import FindieDomain
import FindieText

/// All studios in order of developer id, each with a safe name.
///
/// A safe name is a slug of the studio's name and a hash of its id: `valve-1f0a66c2`. Ids are
/// untrusted, so none is ever part of a path.
package struct StudioDirectory: Sendable {
  /// By developer id.
  package let studios: [Studio]

  /// Takes the developers with a record, and those that only games refer to.
  package init(developers: [Developer], games: [Game]) {
    var names: [ExactText: String] = [:]
    var followers: [ExactText: Int] = [:]
    var claimed = Set<ExactText>()
    for developer in developers {
      names[ExactText(developer.id)] = developer.studioName
      followers[ExactText(developer.id)] = developer.followerCount
      if !(developer.userId ?? "").isEmpty { claimed.insert(ExactText(developer.id)) }
    }
    var gamesOf: [ExactText: [Game]] = [:]
    for game in games {
      let id = ExactText(game.developerId)
      gamesOf[id, default: []].append(game)
      guard names[id] == nil else { continue }
      names[id] = game.studioName ?? game.developerName ?? "Unnamed studio"
    }
    var taken = Set<String>()
    let sorted = names.sorted { $0.key < $1.key }
    studios = sorted.map { id, name in
      let safeName = Self.safeName(id: id.text, name: name, taken: taken)
      taken.insert(safeName)
      let games = gamesOf[id, default: []].sorted {
        ExactText($0.id) < ExactText($1.id)
      }
      return Studio(
        developerId: id.text, name: name, safeName: safeName, followers: followers[id],
        isClaimed: claimed.contains(id), games: games)
    }
  }

  /// The index of a studio; nil if there is none.
  ///
  /// - Complexity: O(log studios).
  package func index(of developerId: String) -> Int? {
    let id = ExactText(developerId)
    let index = studios.indices.partitionPoint { ExactText(studios[$0].developerId) < id }
    return index < studios.count && ExactText(studios[index].developerId) == id ? index : nil
  }

  private static func safeName(id: String, name: String, taken: Set<String>) -> String {
    let slug = slug(of: name)
    let digits = fnv1a(id.utf8).padded(to: 16, radix: 16)
    let name = slug + "-" + digits.prefix(8)
    guard taken.contains(name) else { return name }
    var attempt = 2
    while taken.contains("\(name)-\(attempt)") { attempt += 1 }
    return "\(name)-\(attempt)"
  }

  /// Lower-case ASCII letters and digits, with a hyphen for each run of other characters; at most
  /// 40 bytes. "studio" if there is none.
  static func slug(of name: String) -> String {
    var slug = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        slug.unicodeScalars.append(Unicode.Scalar(byte + 32))
      default:
        if !slug.isEmpty, slug.last != "-" { slug.append("-") }
      }
      if slug.utf8.count == 40 { break }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "studio" : slug
  }

  /// FNV-1a, 64 bits; not a cryptographic hash. Source: RFC 9923.
  private static func fnv1a(_ bytes: String.UTF8View) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
