package import FindieDomain
import Foundation

/// Which of Findie's games a shop's record describes.
package enum GameMatch: Hashable, Sendable {
  package enum Evidence: String, Hashable, Sendable {
    /// An id or the address of a page.
    case id
    /// A person's decision.
    case decision
  }

  package struct Candidate: Hashable, Sendable {
    package let gameId: String
    package let score: MatchScore

    package init(gameId: String, score: MatchScore) {
      self.gameId = gameId
      self.score = score
    }
  }

  case certain(gameId: String, Evidence)
  /// Probably this game. It may be shown as a guess, and is not merged without a decision.
  case guess(Candidate)
  /// Perhaps one of these, best first. A person decides.
  case doubtful([Candidate])
  case none
}

/// Finds Findie's games in the records of shops.
///
/// In this order: a person's decisions; page ids and addresses; title, studio and release year
/// (`MatchScore`). A game that is linked to another page of the same shop is not matched by title,
/// and neither is a record that is not a game.
///
/// Candidates are the games with the same title, the same title up to a subtitle, or one of the
/// title's two rarest words. So a match takes about as long with 100,000 games as with 1,000.
package struct GameMatcher: Sendable {
  /// The minimum score of a guess.
  package static let guessScore = 0.88
  /// How much better than the second-best game a guess must be.
  package static let margin = 0.05
  /// The minimum score of a doubtful candidate.
  package static let doubtfulScore = 0.6
  /// The minimum title similarity of a candidate.
  package static let leastTitle = 0.7
  /// The maximum number of doubtful candidates.
  package static let maximumCandidates = 5
  /// A word in the titles of more games than this does not distinguish games.
  private static let maximumGamesOfWord = 300

  private let ids: [ExactText]
  private let records: [MatchRecord]
  private let addresses: [[ShopAddress]]
  private let byAddress: [ShopAddress: [Int]]
  private let byTitle: [String: [Int]]
  private let byHead: [String: [Int]]
  private let byWord: [String: [Int]]
  private let decisions: MatchDecisions

  /// - Complexity: linear in the length of all titles.
  package init(_ games: [Game], decisions: MatchDecisions = MatchDecisions()) {
    var byAddress: [ShopAddress: [Int]] = [:]
    var byTitle: [String: [Int]] = [:]
    var byHead: [String: [Int]] = [:]
    var byWord: [String: [Int]] = [:]
    var addresses: [[ShopAddress]] = []
    var records: [MatchRecord] = []
    for (index, game) in games.enumerated() {
      let pages = ShopAddress.all(of: game)
      for page in Set(pages) { byAddress[page, default: []].append(index) }
      addresses.append(pages)
      let record = MatchRecord(game)
      records.append(record)
      byTitle[record.title.text, default: []].append(index)
      if let head = record.title.head { byHead[head, default: []].append(index) }
      for word in Set(record.title.words) { byWord[word, default: []].append(index) }
    }
    ids = games.map { ExactText($0.id) }
    self.records = records
    self.addresses = addresses
    self.byAddress = byAddress
    self.byTitle = byTitle
    self.byHead = byHead
    self.byWord = byWord
    self.decisions = decisions
  }

  package func match(_ game: ShopGame) -> GameMatch {
    let verdicts = decisions.verdicts(of: game.shop, game.id)
    if let accepted = verdicts.accepted { return .certain(gameId: accepted.text, .decision) }
    let pages = ShopAddress.all(of: game)
    let linked = Set(pages.flatMap { byAddress[$0] ?? [] })
      .filter { !verdicts.rejected.contains(ids[$0]) }
    if linked.count == 1, let index = linked.first { return .certain(gameId: ids[index].text, .id) }
    let record = MatchRecord(game)
    // Two games share a page, or the record has the ids of two games: a person decides.
    if !linked.isEmpty { return .doubtful(ranked(linked.sorted(), record)) }
    guard game.isGame else { return .none }
    let candidates = similarGames(to: record.title).filter { index in
      !verdicts.rejected.contains(ids[index]) && !isElsewhere(index, pages)
    }
    return match(
      ranked(candidates, record).filter {
        $0.score.title >= Self.leastTitle && $0.score.value >= Self.doubtfulScore
      })
  }

  private func match(_ candidates: [GameMatch.Candidate]) -> GameMatch {
    guard let best = candidates.first else { return .none }
    let second = candidates.dropFirst().first?.score.value ?? 0
    if best.score.value >= Self.guessScore, best.score.value - second >= Self.margin {
      return .guess(best)
    }
    return .doubtful(Array(candidates.prefix(Self.maximumCandidates)))
  }

  /// By score, then by id.
  private func ranked(_ indices: [Int], _ record: MatchRecord) -> [GameMatch.Candidate] {
    indices.map { (id: ids[$0], score: record.score(against: records[$0])) }
      .sorted { ($1.score.value, $0.id) < ($0.score.value, $1.id) }
      .map { GameMatch.Candidate(gameId: $0.id.text, score: $0.score) }
  }

  /// Whether a game is linked to another page of a shop in which the record has a page.
  private func isElsewhere(_ index: Int, _ pages: [ShopAddress]) -> Bool {
    addresses[index].contains { own in pages.contains { $0.shop == own.shop && $0 != own } }
  }

  private func similarGames(to title: TitleKey) -> [Int] {
    guard !title.text.isEmpty else { return [] }
    var found = Set(byTitle[title.text] ?? [])
    found.formUnion(byHead[title.text] ?? [])
    if let head = title.head { found.formUnion(byTitle[head] ?? []) }
    let rarest = Set(title.words).compactMap { byWord[$0] }
      .filter { $0.count <= Self.maximumGamesOfWord }
      .sorted { ($0.count, $0[0]) < ($1.count, $1[0]) }
    for games in rarest.prefix(2) { found.formUnion(games) }
    return found.sorted()
  }
}
