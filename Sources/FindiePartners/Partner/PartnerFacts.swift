package import FindieDomain
import Foundation

/// What a partner answered about the games and players of the app, and its numbers.
package struct PartnerFacts: Sendable {
  package let partner: PartnerName
  /// By app game id.
  package var games: [ExactText: ShopGame] = [:]
  /// By app game id.
  package var prices: [ExactText: [(price: ShopPrice, at: Timestamp)]] = [:]
  /// By player.
  package var wishes: [ExactText: ShopWishlist] = [:]
  /// Games found by a title search, by app game id.
  package var candidates: [ExactText: [ShopGame]] = [:]
  /// The games with a failed request and no older answer. They keep what the last synchronization
  /// wrote about them.
  package private(set) var unanswered: Set<ExactText> = []

  package var metrics: [PartnerMetric] = []
  /// What the user should know although nothing failed, in sentences.
  package var note: String?
  /// Nil if no list of accounts was read.
  package var accounts: AccountChanges?

  package private(set) var answers = 0
  package private(set) var oldestAnswer: Timestamp?
  package private(set) var failures: [PartnerFailure] = []
  /// The number of requests left for the next run, since this run's allowance is used up.
  package private(set) var postponed = 0
  private var newAnswers = 0

  package init(_ partner: PartnerName) {
    self.partner = partner
  }

  /// Whether a file with bad lines may be used: with more than 20 bad lines and more than 5 %, the
  /// numbers may be wrong.
  static func mayUse(lines: Int, bad: Int) -> Bool { bad <= max(20, lines / 20) }

  /// Empty, since the partner failed.
  package init(_ partner: PartnerName, failure: PartnerFailure) {
    self.init(partner)
    failures = [failure]
  }

  /// The facts without those about some players.
  package func forgetting(_ isForgotten: (String) -> Bool) -> PartnerFacts {
    var facts = self
    facts.wishes = wishes.filter { !isForgotten($0.key.text) }
    facts.accounts = accounts.map { accounts in
      AccountChanges(
        current: accounts.current.filter { !isForgotten($0) },
        deleted: accounts.deleted.filter { !isForgotten($0) })
    }
    return facts
  }

  /// Nil for a partner that only has numbers.
  package var shop: Shop? { partner.shop }

  /// Makes a request, and counts its answer or its failure.
  ///
  /// - Returns: nil if the request failed and there is no older answer.
  /// - Throws: `SyncStopped`, `FileFailure`.
  mutating func add<Value>(_ fetch: () throws -> Fetched<Value>) throws -> Fetched<Value>? {
    do {
      let fetched = try fetch()
      answers += 1
      oldestAnswer = min(oldestAnswer ?? fetched.receivedAt, fetched.receivedAt)
      switch fetched.origin {
      case .network, .cache: newAnswers += 1
      case .olderAnswer(let failure): count(failure)
      }
      if let unreadable = fetched.unreadable { count(unreadable) }
      return fetched
    } catch let failure as PartnerFailure {
      count(failure)
      return nil
    }
  }

  /// Makes a request about games of the app, as `add` does.
  mutating func add<Value>(
    about gameIds: [ExactText], _ fetch: () throws -> Fetched<Value>
  ) throws -> Fetched<Value>? {
    let fetched = try add(fetch)
    if fetched == nil { unanswered.formUnion(gameIds) }
    return fetched
  }

  /// Lets games keep what the last synchronization wrote about them.
  mutating func keep(_ gameIds: [ExactText]) {
    unanswered.formUnion(gameIds)
    // Without their details, games that are not for sale and free ones look alike.
    for id in gameIds { prices[id]?.removeAll { $0.price.price == nil } }
  }

  /// Searches for games by title, to find match candidates.
  mutating func search(
    _ games: [Game], _ progress: inout RequestProgress,
    by find: (String) throws -> Fetched<[ShopGame]>
  ) throws {
    for game in games {
      let id = ExactText(game.id)
      if let found = try add(about: [id], { try find(game.title) }), !found.value.isEmpty {
        candidates[id] = found.value
      }
      progress.step()
    }
  }

  /// Counts a file, or a folder of files, that cannot be used.
  mutating func fail(_ file: URL, _ detail: String) {
    fail(.file(file.lastPathComponent, detail: detail))
  }

  mutating func fail(_ failure: PartnerFailure) { count(failure) }

  private mutating func count(_ failure: PartnerFailure) {
    if case .allowanceUsed = failure { postponed += 1 } else { failures.append(failure) }
  }

  /// Whether the partner could be used: it answered, or nothing was asked.
  package var succeeded: Bool { newAnswers > 0 || failures.isEmpty }
}

/// Counts the requests of a partner.
struct RequestProgress {
  typealias Report = @Sendable (_ done: Int, _ of: Int) -> Void

  private var done = 0
  private let total: Int
  private let report: Report

  init(of total: Int, _ report: @escaping Report) {
    self.total = total
    self.report = report
  }

  mutating func step() {
    done += 1
    report(done, total)
  }
}

extension Array {
  /// The elements in order, at most `size` in each part.
  func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
