import FindieDomain
import FindieRanking
import FindieReports
import Testing

@Suite struct SplitDesignSentenceTests {
  @Test(
    arguments: [
      (.withoutProfile(players: 2), "2 players of the test had no profile and were not tested."),
      (.withoutProfile(players: 1), "1 player of the test had no profile and was not tested."),
      (
        .untrained(games: 2, misses: 3),
        "2 games of the test are in no row of the training and count as misses (3 in all)."
      ),
      (
        .known(pairs: 2),
        "2 pairs of the test are also in the player's profile and were left out."
      ),
      (
        .alsoTrained(players: 1),
        "1 player of the fold-in is also in the training, which uses its row."
      ),
      (
        .unknownGames(lines: 1),
        "1 line of the fold-in has a game that is missing from the training, and is ignored."
      ),
      (.sampled(players: 9, of: 20), "9 of 20 eligible players were sampled."),
    ] as [(SplitDesign.Note, String)])
  func `a note is a sentence`(note: SplitDesign.Note, sentence: String) {
    #expect(note.sentence == sentence)
  }

  @Test func `a split is described by its method and its notes`() {
    let design = SplitDesign(
      .random(seed: 7, share: 0.2), notes: [.sampled(players: 9, of: 20)])
    #expect(
      design.sentences == [
        "Random per player, seed 7: 20% of the positives (at least one) of each player with two "
          + "or more are held out; the rest is for training and is the profile.",
        "9 of 20 eligible players were sampled.",
      ])
  }

  @Test func `default weights say that there is too little history`() {
    #expect(
      RankerWeights.unlearned.sentence
        == "There is too little history to learn weights; these are the defaults.")
  }
}
