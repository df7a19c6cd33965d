import FindieModels
import FindieRanking
import FindieWorkspace

extension NightParameters {
  /// The training and evaluation of models.
  static let models: [Setting<NightParameters>] = [
    .number(
      "matrix.halfLifeInDays", \.matrix.halfLifeInDays, in: 1...100_000,
      "The number of days after which the confidence of an action is halved."),
    .number(
      "matrix.weights.like", \.matrix.weights.like, in: 0...1000,
      "The confidence that a like adds on its day."),
    .number(
      "matrix.weights.superLike", \.matrix.weights.superLike, in: 0...1000,
      "The confidence that a super-like adds on its day."),
    .number(
      "matrix.weights.wishlist", \.matrix.weights.wishlist, in: 0...1000,
      "The confidence that a wishlist action or item adds, also for owned games; an item without "
        + "a date does not decay."),
    .number(
      "matrix.weights.share", \.matrix.weights.share, in: 0...1000,
      "The confidence that a share adds on its day."),
    .number(
      "matrix.weights.viewDetails", \.matrix.weights.viewDetails, in: 0...1000,
      "The confidence that a detail view adds on its day."),
    .number(
      "matrix.weights.dislike", \.matrix.weights.dislike, in: 0...1000,
      "The confidence that a dislike adds to a negative on its day."),

    .number(
      "als.regularizationScale", \.als.regularizationScale, in: 1e-6...1e6,
      "The regularization of a mean player; 1 is the mean confidence times the root of the profile "
        + "length."
    ),
    .number(
      "als.frequencyExponent", \.als.frequencyExponent, in: 0...2,
      "The frequency exponent ν: 0 regularizes all rows equally, 1 in proportion to their evidence."
    ),
    .number(
      "als.unobservedScale", \.als.unobservedScale, in: 1e-6...1e6,
      "The weight of all pairs of a mean player without evidence, relative to that of the "
        + "positives."
    ),

    .choice(
      "ease.use", \.ease.use,
      "Whether to train EASE; automatic fits at most the 10,000 most popular games densely, on "
        + "fits all."
    ),
    .number(
      "ease.regularization", \.ease.regularization, in: 1e-6...1e9,
      "The regularization λ of EASE."),
    .number(
      "ease.dropout", \.ease.dropout, in: 0...0.99,
      "The dropout rate p of EASE: a penalty of p / (1 - p) times a game's weighted players."),
    .number(
      "ease.lengthExponent", \.ease.lengthExponent, in: 0...2,
      "The exponent β of EASE: a player with n positives has the weight n^-β."),
    Setting(
      "ease.halfLifeInDays", \.ease.halfLifeInDays,
      range: "none, or a number from 1 to 100000",
      "The half-life of positives, in days, in the factor that lowers EASE's scores of games with "
        + "mostly old positives; none for no factor.",
      text: { $0.map(shortestText) ?? "none" },
      parse: { value in
        if value.text == "none" { return .some(nil) }
        guard let number = value.number, (1...100_000).contains(number) else { return nil }
        return number
      }),
    .integer(
      "ease.minimumPlayers", \.ease.minimumPositives, in: 1...1_000_000,
      "The minimum number of positives of a game in EASE."),

    .integer(
      "neighborhood.neighbors", \.neighborhood.neighbors, in: 1...100_000,
      "The maximum number of neighbours of a game in item-kNN."),
    .number(
      "neighborhood.shrinkage", \.neighborhood.shrinkage, in: 0...1e6,
      "The number of common players at which the similarity of two games is halved."),

    .number(
      "similarity.commonPlayersForHalf", \.similarity.commonPlayersForHalf, in: 0.001...1e6,
      "The number of common players, observed or expected, at which their similarity counts half."),
    .number(
      "similarity.tagScale", \.similarity.tagScale, in: 0...1,
      "The weight of the cosine of genres and tags, relative to the cosine of players."),
    .number(
      "similarity.contentShare", \.similarity.contentShare, in: 0...1,
      "The share of a similarity that two games without common genres and tags lose."),
    .number(
      "similarity.weights.genre", \.similarity.weights.genre, in: 0...10,
      "The weight of a genre, relative to a tag without a category."),
    .number(
      "similarity.weights.gameplay", \.similarity.weights.gameplay, in: 0...10,
      "The weight of a gameplay tag."),
    .number(
      "similarity.weights.theme", \.similarity.weights.theme, in: 0...10,
      "The weight of a theme tag."),
    .number(
      "similarity.weights.artStyle", \.similarity.weights.artStyle, in: 0...10,
      "The weight of an art style tag."),
    .number(
      "similarity.weights.mood", \.similarity.weights.mood, in: 0...10,
      "The weight of a mood tag."),
    .number(
      "similarity.weights.playerCount", \.similarity.weights.playerCount, in: 0...10,
      "The weight of a tag for the number of players."),
    .number(
      "similarity.weights.difficulty", \.similarity.weights.difficulty, in: 0...10,
      "The weight of a difficulty tag."),

    .number(
      "evaluation.heldOutShare", \.evaluation.heldOutShare, in: 0.01...0.9,
      "The share of a player's positives to hold out."),
    .integer(
      "evaluation.k", \.evaluation.k, in: 1...1000,
      "The number of top positions of a list that metrics score."),
    .integer(
      "evaluation.players", \.evaluation.players, in: 1...10_000_000,
      "The maximum number of players to test."),
  ]
}
