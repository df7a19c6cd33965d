import FindieText
import ArgumentParser
import FindieDomain
import FindiePartners
import FindieWorkspace

struct MatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Match shop games to the app's games.",
    discussion: """
      findie sync matches games by their ids. It guesses others by title, studio and release year, \
      and merges none of these without a decision. The next findie sync uses the decisions.

      Examples:
        findie match                               # the matches that wait for a decision
        findie match --review                      # decide them one by one
        findie match --accept g17=steam:413150
        findie match --reject g17=igdb:1942
      """)

  @Flag(help: "Ask for each match.")
  var review = false
  @Option(help: ArgumentHelp("The same game; can be repeated.", valueName: "game=shop:id"))
  var accept: [MatchedPair] = []
  @Option(help: ArgumentHelp("Different games; can be repeated.", valueName: "game=shop:id"))
  var reject: [MatchedPair] = []
  @OptionGroup var workspace: WorkspaceOption
  @OptionGroup var json: JSONFlag

  func run() throws {
    try reportingErrors {
      try workspace.value.checkExists()
      let matches = try MatchReview(workspace.value)
      let now = Timestamp(milliseconds: Clock.now)
      for (pairs, isAccepted) in [(accept, true), (reject, false)] {
        for pair in pairs {
          try matches.decide(
            pair.gameId, pair.shop, pair.shopId, isAccepted: isAccepted, at: now)
        }
      }
      if review {
        try ask(matches, now)
      } else if accept.isEmpty, reject.isEmpty {
        try Console.print(matches.answer, asJSON: json.json)
      }
    }
  }

  /// Asks until no match or no answer is left. Each decision is stored immediately.
  private func ask(_ matches: MatchReview, _ now: Timestamp) throws {
    for (index, entry) in matches.entries.enumerated() {
      try Console.out(
        """
        \(index + 1) of \(matches.entries.count)  (score \(entry.score))
          app:    \(printable(entry.title))  \(printable(entry.gameId))
          \(entry.shop.rawValue):  \(printable(entry.shopTitle))  \(printable(entry.url ?? entry.shopId))
        The same game? [y]es, [n]o, [s]kip, [q]uit: \

        """)
      guard let line = readLine(), let answer = line.lowercased().first, answer != "q" else {
        return
      }
      guard answer == "y" || answer == "n" else { continue }
      try matches.decide(
        entry.gameId, entry.shop, entry.shopId, isAccepted: answer == "y", at: now)
    }
  }
}

/// A game of the app and one of a shop, as `g17=steam:413150`.
struct MatchedPair: ExpressibleByArgument {
  let gameId: String
  let shop: Shop
  let shopId: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "=") else { return nil }
    let right = argument[argument.index(after: equals)...].split(separator: ":", maxSplits: 1)
    guard right.count == 2, let shop = Shop(rawValue: String(right[0])),
      equals > argument.startIndex
    else { return nil }
    gameId = String(argument[..<equals])
    self.shop = shop
    shopId = String(right[1])
  }
}

extension MatchReview {
  fileprivate var answer: Answer {
    var table = TextTable(
      ("game", .left), ("title", .left), ("shop", .left), ("title there", .left), ("score", .right),
      ("", .left))
    for entry in entries {
      table.add(
        entry.gameId, entry.title, "\(entry.shop.rawValue):\(entry.shopId)", entry.shopTitle,
        entry.score.fixed(2), entry.isGuess ? "guess" : "doubtful")
    }
    return Answer(
      text: entries.isEmpty ? "No match waits for a decision." : table.text,
      json: entries.map { canonicalLine($0) }.joined())
  }
}
