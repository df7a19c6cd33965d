import FindieWorkspace
import FindieDomain
import FindieRanking
import FindieHistory
import FindieModels
import FindieText
import Foundation

extension Night {
  /// Ends an empty night; `--publish anyway` accepts it with a warning. A reproduction publishes
  /// whatever was published.
  ///
  /// - Throws: `empty`.
  func refuse(_ empty: NightRefusal, warn: (String) -> Void) throws(NightRefusal) {
    guard recipe == nil else { return }
    guard publishing == .anyway else { throw empty }
    warn("\(empty.finding), and --publish anyway accepts it")
  }

  fileprivate var validation: String {
    if case .folder(let folder) = input { return "`findie validate \(folder.relativePath)`" }
    return "`findie validate FOLDER`"
  }
}

/// A night has nothing to show: no games, no events before its day, or only empty lists.
extension NightRefusal {
  /// - Parameter details: sentences that say what was found instead, and what to do.
  private init(empty finding: String, _ details: String) {
    self.init(
      .noInput, finding, description: "\(finding), so nothing was published. \(details)")
  }

  /// The catalogue has no games.
  init(withoutGames night: Night, _ intake: Intake, _ catalogue: [CollectionIntake]) {
    let remedy =
      night.input.isStream
      ? "Standard input has no catalogue, and no earlier run stored one: run a night over the "
        + "app's export first"
      : "Add the games to the input, in a file whose name begins with games, such as games.ndjson: "
        + "\(night.validation) shows what a run accepts, and docs/DATA.md has the fields"
    self.init(empty: "the catalogue has no games", "\(intake.found(catalogue)) \(remedy).")
  }

  /// The history has no events before the night's day.
  init(withoutEvents night: Night, _ intake: Intake) {
    let remedy =
      intake.ledger.days.map(\.day).min().map {
        "A night uses only the events before its day, and the first event is on \($0): run again "
          + "when that day has ended (UTC)"
      }
      ?? "Add events to the input, in files whose names begin with interactions or analytics: "
      + "\(night.validation) shows what a run accepts, and docs/DATA.md has the fields"
    self.init(
      empty: "there are no events before \(intake.day)", "\(intake.found([])) \(remedy).")
  }

  /// No player's list has a game.
  init(
    withoutEntries matrix: InteractionMatrix, _ intake: Intake, catalogue: NightCatalogue,
    filters: FilterCounts
  ) {
    let players = matrix.players.count
    let finding =
      players == 0
      ? "there are no players to list games for"
      : players == 1 ? "the only list is empty" : "all \(players.grouped) lists are empty"
    let unknown = matrix.interactionsWithUnknownGames
    let interactions = intake.ledger.counts(of: .interactions).accepted
    var sentences = [
      intake.found(catalogue.intake),
      "\(matrix.games.count.counted("game")), \(players.counted("player")); \(unknown.grouped) of "
        + "\(interactions.counted("interaction")) name a game that the catalogue lacks.",
    ]
    if unknown * 2 > interactions {
      sentences.append("Check that gameId of the events is the id of a game.")
    }
    if !filters.largest.isEmpty {
      sentences.append(
        "Filters left no game to the players: \(filters.largest). Check the fields of games and "
          + "players that they compare.")
    }
    sentences.append(
      "If the lists are right, publish them with `findie run nightly --date \(intake.day) "
        + "--publish anyway` and your other options.")
    self.init(empty: finding, sentences.joined(separator: " "))
  }
}

extension FilterCounts {
  /// The filters that excluded the most player-game pairs, with their counts.
  var largest: String {
    ListFilter.allCases.filter { self[$0] > 0 }.sorted { self[$0] > self[$1] }.prefix(3)
      .map { "\($0.rawValue) \(self[$0].grouped)" }.joined(separator: ", ")
  }
}

extension Intake {
  /// What was read, in a sentence.
  ///
  /// - Parameter catalogue: the collections of the catalogue.
  fileprivate func found(_ catalogue: [CollectionIntake]) -> String {
    let events = EventCollection.allCases.map { collection in
      (
        collection.rawValue, ledger.sources.count { $0.collection == collection },
        ledger.counts(of: collection)
      )
    }
    let found = (catalogue.map { ($0.collection, $0.files, $0.counts) } + events)
      .filter { $0.1 > 0 }.map { name, files, counts in
        "\(name) \(counts.accepted.grouped) of \(counts.read.counted("line")) accepted in "
          + files.counted("file")
      }
    let ignored =
      ignoredNames.isEmpty
      ? ""
      : " Not read: " + ignoredNames.prefix(3).joined(separator: ", ")
        + (ignoredNames.count > 3 ? ", …." : ".")
    return (found.isEmpty ? "Nothing was read." : "Read: \(found.joined(separator: "; ")).")
      + ignored
  }
}
