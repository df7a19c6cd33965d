import FindieHistory
package import FindieLinearAlgebra

extension Split {
  /// Hides a part of the training a second time, as the test was made: to choose among models by what
  /// no test has seen.
  ///
  /// Where tested players train, some of the training's players lose a share of their positives and
  /// train with the rest; where they do not, whole players leave the training. They are drawn so that
  /// their profiles are about as long as the tested players' (as many of each power of two), since
  /// which model is best depends on how much it is told.
  ///
  /// - Returns: what models are to be trained on for the choice, and the set to choose by.
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

  /// Of players of one length, at most one in so many leaves the training for the choice.
  private static let leastTrained = 5

  private func validationRows(_ parameters: BlendParameters) -> [Int] {
    var rows: [Int: [Int]] = [:]
    for row in 0..<train.rows {
      let count = hideable(row).count
      guard count >= 2 else { continue }
      let length =
        train.positives(ofRow: row).count - Split.hiddenCount(of: count, parameters)
      rows[Split.lengthClass(length), default: []].append(row)
    }
    var wanted: [Int: Int] = [:]
    for player in 0..<profiles.rows {
      wanted[Split.lengthClass(profiles.positives(ofRow: player).count), default: 0] += 1
    }
    return rows.flatMap { lengthClass, rows -> [Int] in
      let share = Double(wanted[lengthClass] ?? 0) / Double(max(1, profiles.rows))
      let quota = Int((share * Double(parameters.players)).rounded())
      let limit = testedPlayersTrain ? rows.count : rows.count / Split.leastTrained
      return rows.map { (key: Split.draw($0, parameters.seed), row: $0) }
        .sorted { $0 < $1 }.prefix(min(quota, limit)).map(\.row)
    }.sorted()
  }

  /// The positives of a training row that may be listed, so that they can be hidden and found.
  private func hideable(_ row: Int) -> [UInt32] {
    train.positives(ofRow: row).filter { candidates[Int($0)] }
  }

  private static func hiddenCount(of count: Int, _ parameters: BlendParameters) -> Int {
    max(1, Int((Double(count) * parameters.heldOutShare).rounded()))
  }

  /// 0 for nothing, 1 for one, 2 for two and three, 3 for four to seven, and so on.
  private static func lengthClass(_ count: Int) -> Int {
    Int.bitWidth - count.leadingZeroBitCount
  }

  /// Rows have no names here, and need none: they stand in the order of the players' ids.
  private static func draw(_ row: Int, _ seed: UInt64) -> UInt64 {
    hash64(seed, adding: UInt64(row))
  }
}

extension Split {
  /// This split with fewer tested players: as many of each power of two of profile lengths as others
  /// have, since which model and which number is best depends on how much a model is told.
  ///
  /// As many are kept as that allows; a length that fewer than one in twenty of the others has does not
  /// limit the rest.
  ///
  /// - Parameter others: how many positives each of the others' profiles has.
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
    let kept = classes.flatMap { lengthClass, rows -> [Int] in
      let quota = Int((total * (shares[lengthClass] ?? 0)).rounded())
      return rows.map { (key: hash64(of: players[$0].utf8.span, seed: seed), row: $0) }
        .sorted { $0 < $1 }.prefix(quota).map(\.row)
    }.sorted()
    return gathering(
      kept,
      notes: ["Of these players \(kept.count) are asked, with profiles as long as the test's."])
  }
}

extension Blend {
  /// A blend of models that were fitted on a split's training, with weights chosen on a part of that
  /// training alone.
  ///
  /// - Parameters:
  ///   - recipes: of the models, which are fitted again without what the choice is made by.
  ///   - components: the models, in the order of the recipes.
  package static func chosen(
    of recipes: [ModelRecipe], _ components: [any Ranker], split: Split, fitting: ModelFitting
  ) throws -> (blend: Blend, weights: BlendWeights) {
    let (train, validation) = split.validation(fitting.parameters.blend)
    var fitting = fitting
    fitting.train = train
    let weights = try BlendWeights.choose(
      recipes.map { try $0.fit(fitting) }, on: validation, parameters: fitting.parameters.blend,
      workers: fitting.workers)
    return (Blend(components: components, weights: weights.weights), weights)
  }
}
