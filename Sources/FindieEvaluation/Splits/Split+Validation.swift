import FindieHistory
package import FindieLinearAlgebra
package import FindieModels

extension Split {
  /// Holds out a part of the training a second time, in the same way as the test: to choose among
  /// models on data that no test uses.
  ///
  /// If tested players train, some of the training's players lose a share of their positives and
  /// train with the rest; otherwise whole players leave the training. They are sampled to have
  /// profiles of about the same length as the tested players' (equal shares of each power of two),
  /// since the best model depends on the length of profiles.
  ///
  /// - Returns: the training for the choice, and the validation set.
  package func validation(
    _ parameters: BlendParameters
  ) -> (train: SparseRows, validation: ValidationSet) {
    var hidden = [[UInt32]](repeating: [], count: train.rows)
    let chosen = validationRows(parameters)
    for row in chosen {
      let seed = Split.draw(row, ~parameters.seed)
      let positives = hideable(row)
      hidden[row] = positives.map { (key: hash64(seed, adding: UInt64($0)), game: $0) }
        .sorted { $0 < $1 }.prefix(Split.hiddenCount(of: positives.count, parameters))
        .map(\.game).sorted()
    }
    let rest = train.without(hidden).rows
    let isChosen = Set(chosen)
    let profiles = rest.gathering(chosen)
    return (
      testedPlayersTrain
        ? rest : train.gathering((0..<train.rows).filter { !isChosen.contains($0) }),
      ValidationSet(
        profiles: profiles, heldOut: chosen.map { hidden[$0] }, seen: profiles,
        isListed: candidates)
    )
  }

  /// At most one in this many players of one profile length leaves the training for the choice.
  private static let trainedPerHeldOut = 5

  private func validationRows(_ parameters: BlendParameters) -> [Int] {
    var rows: [Int: [Int]] = [:]
    for row in 0..<train.rows {
      let count = hideable(row).count
      guard count >= 2 else { continue }
      let length =
        train.positives(ofRow: row).count - Split.hiddenCount(of: count, parameters)
      rows[Split.lengthClass(length), default: []].append(row)
    }
    var counts: [Int: Int] = [:]
    for player in 0..<profiles.rows {
      counts[Split.lengthClass(profiles.positives(ofRow: player).count), default: 0] += 1
    }
    return rows.flatMap { lengthClass, rows -> [Int] in
      let share = Double(counts[lengthClass] ?? 0) / Double(max(1, profiles.rows))
      let quota = Int((share * Double(parameters.players)).rounded())
      let limit = testedPlayersTrain ? rows.count : rows.count / Split.trainedPerHeldOut
      return rows.map { (key: Split.draw($0, parameters.seed), row: $0) }
        .sorted { $0 < $1 }.prefix(min(quota, limit)).map(\.row)
    }.sorted()
  }

  /// The positives of a training row that may be listed.
  private func hideable(_ row: Int) -> [UInt32] {
    train.positives(ofRow: row).filter { candidates[Int($0)] }
  }

  private static func hiddenCount(of count: Int, _ parameters: BlendParameters) -> Int {
    max(1, Int((Double(count) * parameters.heldOutShare).rounded()))
  }

  /// 0 for 0, 1 for 1, 2 for 2 and 3, 3 for 4 to 7, and so on.
  private static func lengthClass(_ count: Int) -> Int {
    Int.bitWidth - count.leadingZeroBitCount
  }

  /// By row number: rows are in the order of the players' ids.
  private static func draw(_ row: Int, _ seed: UInt64) -> UInt64 {
    hash64(seed, adding: UInt64(row))
  }
}

extension Split {
  /// This split with fewer tested players: with the same distribution of profile lengths, by powers
  /// of two, as the others, since the best model and parameters depend on the length of profiles.
  ///
  /// It retains as many as that allows; a length of fewer than one in twenty of the others does not
  /// limit the rest.
  ///
  /// - Parameter others: the number of positives of each of the others' profiles.
  package func resembling(_ others: [Int], seed: UInt64) -> Split {
    guard !others.isEmpty else { return self }
    let shares = Dictionary(grouping: others, by: Split.lengthClass)
      .mapValues { Double($0.count) / Double(others.count) }
    let classes = Dictionary(grouping: players.indices) {
      Split.lengthClass(profiles.positives(ofRow: $0).count)
    }
    let total =
      shares.filter { $0.value >= 0.05 }
      .map { Double(classes[$0.key]?.count ?? 0) / $0.value }.min() ?? 0
    let selected = classes.flatMap { lengthClass, rows -> [Int] in
      let quota = Int((total * (shares[lengthClass] ?? 0)).rounded())
      return rows.map { (key: hash64(of: players[$0].utf8.span, seed: seed), row: $0) }
        .sorted { $0 < $1 }.prefix(quota).map(\.row)
    }.sorted()
    return gathering(
      selected,
      notes: ["\(selected.count) of these players are used, with profiles as long as the test's."])
  }
}
