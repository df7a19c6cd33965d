import FindieDomain
import FindieHistory
import FindieIngest
import FindieStore
import FindieText
import FindieWorkspace

/// What the merge of tonight's catalogue found about stored and unusable records: counts and
/// warnings for the run's record.
struct MergeFindings {
  private(set) var counts: [String: Int] = [:]
  private(set) var warnings: [String] = []

  /// - Parameter full: the collections whose export should have all records.
  init(
    _ read: ReadCatalogue, _ catalogue: Catalogue, _ changes: CatalogueChanges, _ rules: MergeRules,
    full: [CatalogueCollection]
  ) {
    for (collection, change) in changes.byCollection {
      let isFull = rules.full.contains(collection.rawValue)
      add(collection, change, isFull: isFull, isExported: read.isExported(collection))
      if !isFull, full.contains(where: { $0.rawValue == collection.rawValue }) {
        warnings.append(
          "ingest.full names \(collection.rawValue), but the input has no file of them: the "
            + "stored ones stay as they are")
      }
    }
    warnings += catalogue.withoutEffect + read.withoutEffect(in: catalogue)
    for intake in read.allIntake {
      warnings += intake.counts.noteSentences.map { "\(intake.collection): \($0)" }
      for (name, count) in intake.warnings.sorted(by: { $0.key < $1.key })
      where name.hasPrefix(RecordWarning.future) {
        warnings.append(
          "\(intake.collection): \(count.counted("record")) \(count.verb("has")) a time "
            + "in \(name.dropFirst(RecordWarning.future.count)) that is in the future; it counts "
            + "as absent"
        )
      }
    }
    let unusable = read.allIntake.flatMap { intake in
      intake.warnings.filter { RecordWarning.isUnusableValue($0.key) }
        .map { (name: "\(intake.collection) \($0.key)", count: $0.value) }
    }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    if !unusable.isEmpty {
      let values = unusable.reduce(0) { $0 + $1.count }
      let names = unusable.prefix(5).map { "\($0.name) \($0.count.grouped)" }
      warnings.append(
        "\(values.counted("value")) of catalogue records cannot be "
          + "used and \(values.verb("was")) left out: "
          + names.joined(separator: ", ") + (unusable.count > 5 ? ", …" : "")
          + ". findie validate lists them")
    }
  }

  private mutating func add(
    _ collection: InputCollection, _ change: UpsertCount, isFull: Bool, isExported: Bool
  ) {
    let name = collection.rawValue
    let singular = String(name.dropLast())
    func key(_ word: String) -> String { word + name.prefix(1).uppercased() + name.dropFirst() }
    func some(_ ids: RecordIds) -> String {
      "\(ids.count.counted(collection == .uncounted ? "uncounted account" : singular)) "
    }
    let (missing, outdated, future) = (change.missing, change.outdated, change.future)
    if isExported {
      counts[key("missing")] = missing.count > 0 ? missing.count : nil
    }
    counts[key("older")] = change.older > 0 ? change.older : nil
    counts[key("future")] = future.count > 0 ? future.count : nil
    if missing.count > 0, isExported {
      let start = some(missing) + "of the store \(missing.are) not in the export (\(missing.names))"
      if isFull {
        warnings.append(
          start
            + (collection == .games ? " and will be on no list" : " and \(missing.were) removed"))
      } else if collection == .games, change.found >= missing.count {
        warnings.append(
          start
            + " and \(missing.count.verb("stays")) on lists. If each export has all "
            + "games, run with --full games")
      }
    }
    if outdated.count > 0 {
      warnings.append(
        some(outdated) + "of the export (\(outdated.names)) \(outdated.are) older than the stored "
          + "\(outdated.count == 1 ? "one" : "ones") by the time of the last change, and "
          + "\(outdated.were) not used. If this time is wrong, correct it or leave it out")
    }
    if future.count > 0 {
      warnings.append(
        some(future)
          + "of the store (\(future.names)) \(future.count.verb("has")) a time of change in the "
          + "future: the next record in an export replaces \(future.count == 1 ? "it" : "them")")
    }
  }
}

extension RecordIds {
  fileprivate var names: String {
    first.joined(separator: ", ") + (count > first.count ? ", …" : "")
  }
  fileprivate var are: String { count.verb("is") }
  fileprivate var were: String { count.verb("was") }
}

extension CatalogueChanges {
  fileprivate var byCollection: [(InputCollection, UpsertCount)] {
    [
      (.games, games), (.developers, developers), (.tags, tags), (.users, users),
      (.wishlists, wishlists), (.vectors, vectors), (.uncounted, uncounted),
      (.annotations, annotations), (.promotions, promotions),
    ]
  }
}

extension ReadCatalogue {
  fileprivate func isExported(_ collection: InputCollection) -> Bool {
    switch collection {
    case .games: games.isExported
    case .developers: developers.isExported
    case .tags: tags.isExported
    case .users: users.isExported
    case .wishlists: wishlists.isExported
    case .annotations: annotations.isExported
    case .promotions: promotions.isExported
    case .vectors: vectors.isExported
    case .uncounted: uncounted.isExported
    case .prices, .partners, .metrics, .devices, .interactions, .analytics, .candidates: false
    }
  }
}

extension MergeRules {
  /// - Parameter full: the collections whose export has all records. A collection without a file
  ///   tonight is not exported, and stays as it is.
  init(_ read: ReadCatalogue, full: [CatalogueCollection], now: Timestamp) {
    self.init()
    // A night's vectors replace all others, which another model may have made, and so does its list
    // of accounts.
    let always = [InputCollection.vectors, .uncounted]
    self.full = Set(
      (full.compactMap { InputCollection(rawValue: $0.rawValue) } + always)
        .filter { read.isExported($0) }.map(\.rawValue))
    onlyOfPartners = [
      "games": read.games.onlyOfPartners, "wishlists": read.wishlists.onlyOfPartners,
    ]
    latestChange = now.latestChange
  }
}

extension NightRefusal {
  /// An export that is declared full lacks so many stored records that it is probably incomplete.
  ///
  /// Nil if no full collection lacks more than a fifth of the stored records. Games that were
  /// withdrawn before do not count, and neither do vectors and collections that the team writes by
  /// hand.
  static func incompleteExport(_ changes: CatalogueChanges, _ rules: MergeRules) -> NightRefusal? {
    for (collection, change) in changes.byCollection
    where rules.full.contains(collection.rawValue)
      && CatalogueCollection(rawValue: collection.rawValue)?.isOfTeam == false
    {
      let stored = change.found + change.missing.count
      guard change.missing.count * 5 > stored else { continue }
      let name = collection.rawValue
      return NightRefusal(
        .badData,
        "the export lacks \(change.missing.count.grouped) of the \(stored.grouped) stored \(name) "
          + "(\(change.missing.names)), although ingest.full or --full says that it has all. The "
          + "catalogue was not changed. If the export is not complete, get a complete one, or run "
          + "without \(name) in --full. If these \(name) are to be gone, run once with --publish "
          + "anyway")
    }
    return nil
  }
}

/// The sentence for each validation rule and each assumption about a CSV file, by name.
package let ruleSentences: [String: String] = {
  func sentences<Record>(_ rules: [ValidationRule<Record>]) -> [(String, String)] {
    rules.map { ($0.name, $0.sentence) }
  }
  return Dictionary(
    uniqueKeysWithValues: sentences(Game.rules) + sentences(User.rules)
      + sentences(Developer.rules) + sentences(Tag.rules) + sentences(Wishlist.rules)
      + sentences(PriceSeries.rules) + sentences(PartnerStatus.rules)
      + sentences(PartnerMetric.rules) + sentences(Annotation.rules) + sentences(Promotion.rules)
      + sentences(GameVector.rules) + sentences(PlayerCandidate.rules)
      + assumptionSentences.map { ($0.key, $0.value) })
}()
