package import FindieDomain

/// Groups of games that are editions of the same game: a remaster, a definitive edition, a demo, a
/// soundtrack.
///
/// Two games are editions of the same game if their titles are equal except for the words that name
/// an edition (`EditionTitle`) and they have the same studio, by id or by name. A sequel is a
/// separate game.
///
/// ```swift
/// let editions = Editions(games)
/// editions.groups[a] == editions.groups[b]  // Is b another edition of a?
/// ```
package struct Editions: Sendable, Equatable {
  /// By game, the smallest index of its editions: its own if it has no other.
  package let groups: [UInt32]
  private let kinds: [EditionTitle.Kind]

  package init(_ games: [Game]) {
    let titles = games.map { EditionTitle($0.title) }
    kinds = titles.map(\.kind)
    // Editions share a title and a studio; a studio is identified by its id, and by each of its
    // names.
    var parents = Array(games.indices)
    func root(_ game: Int) -> Int {
      var game = game
      while parents[game] != game { game = parents[game] }
      return game
    }
    var firsts: [Claim: Int] = [:]
    for (index, game) in games.enumerated() where !titles[index].key.isEmpty {
      for studio in Self.studios(of: game) {
        let claim = Claim(title: titles[index].key, studio: studio)
        guard let first = firsts[claim] else {
          firsts[claim] = index
          continue
        }
        let (left, right) = (root(first), root(index))
        parents[max(left, right)] = min(left, right)
      }
    }
    groups = games.indices.map { UInt32(root($0)) }
  }

  private struct Claim: Hashable {
    let title: String
    let studio: String
  }

  /// All identifiers of a studio; none if it is unknown.
  private static func studios(of game: Game) -> [String] {
    let names = [game.developerName, game.studioName]
      .compactMap { $0.map(EditionTitle.key(ofName:)) }.filter { !$0.isEmpty }
    guard !names.contains(where: Developer.isPlaceholder) else { return [] }
    return (game.developerId.isEmpty ? [] : ["id:" + game.developerId])
      + names.map { "name:" + $0 }
  }

  /// Which edition of each game is listed, of those that may be: the full game before a demo or a
  /// soundtrack, then the one with more players, then the plainer title, then the smaller index.
  ///
  /// - Parameter evidence: the number of players for each game, [games].
  package func best(of isListed: [Bool], evidence: [Int]) -> [Bool] {
    var best = [Int?](repeating: nil, count: groups.count)
    for game in groups.indices where isListed[game] {
      let group = Int(groups[game])
      if let other = best[group], !isBetter(game, than: other, evidence) { continue }
      best[group] = game
    }
    return groups.indices.map { best[Int(groups[$0])] == $0 }
  }

  private func isBetter(_ game: Int, than other: Int, _ evidence: [Int]) -> Bool {
    let isPart = (kinds[game] == .part, kinds[other] == .part)
    if isPart.0 != isPart.1 { return isPart.1 }
    if evidence[game] != evidence[other] { return evidence[game] > evidence[other] }
    if kinds[game] != kinds[other] { return kinds[game] < kinds[other] }
    return game < other
  }
}
