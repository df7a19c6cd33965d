import FindieDomain
import FindieHistory
import FindieIngest
import FindieNight
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// The file of the data contract.
struct ContractFileTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Pipelines/contract.yaml")

  private func problems(_ yaml: String) -> [String] {
    do {
      _ = try DataContract(yaml: yaml)
      return []
    } catch {
      return error.problems
    }
  }

  /// The text of a file that changes some settings of one field.
  private func problems(of field: String, _ settings: String) -> [String] {
    let parts = field.split(separator: ".")
    return problems("{\(parts[0]): {\(parts[1]): {\(settings)}}}")
      .map { $0.replacing("\(field).", with: "").replacing(" (line 1)", with: "") }
  }

  @Test func `contract.yaml equals the default, byte for byte`() throws {
    #expect(
      try String(contentsOf: Self.file, encoding: .utf8) == DataContract().yaml)
  }

  @Test func `contract.yaml is read back as the default`() throws {
    #expect(try DataContract(file: Self.file) == DataContract())
    #expect(DataContract().events == EventContract())
  }

  @Test func `no line of the file is too long`() {
    #expect(DataContract().yaml.split(separator: "\n").filter { $0.count > 100 } == [])
  }

  @Test func `every field has a sentence`() {
    let lines = DataContract().yaml.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  # ") && $0.count < 8 } == [])
    #expect(!lines.contains("  # "))
  }

  @Test func `the printed file is read back unchanged`() throws {
    var contract = DataContract()
    func change(
      _ name: String, in collection: EventCollection, _ change: (inout FieldContract) -> Void
    ) {
      change(&contract.events[name, in: collection])
    }
    change("sessionId", in: .interactions) {
      $0.isRequired = true
      $0.type = .id
      $0.breach = .warn
    }
    change("cardPosition", in: .interactions) {
      $0.type = .number
      $0.range = nil
      $0.breach = .standIn
      $0.standIn = .number(-0.5)
    }
    change("viewDuration", in: .interactions) {
      $0.range = 0.001...86_400.25
      $0.breach = .standIn
    }
    change("gameTags", in: .interactions) {
      $0.values = [
        "cozy", "pixel-art", "it's", "a, b", "[x]", "no", "any", "3", "~", "#", "ミ", " a ",
      ]
      $0.breach = .standIn
      $0.standIn = .list(["cozy", "it's"])
    }
    change("gameGenres", in: .interactions) {
      $0.breach = .standIn
      $0.standIn = .list([])
    }
    change("shop", in: .analytics) {
      $0.values = ["steam", "any"]
      $0.breach = .standIn
      $0.standIn = .text("any")
    }
    contract.events.ga4.events["card swiped"] = .action
    contract.events.ga4.events["view_item"] = .ignored
    contract.events.ga4.actions["sì"] = .gameLike
    contract.events.ga4.parameters["gameId"] = ["title id", "true"]
    contract.events.ga4.parameters["sessionId"] = []
    contract.volume.minimumShare = 0.123456789012345
    contract.volume.weeks = 52
    contract.volume.minimumEvents = 0
    contract.volume.days = 1
    contract.volume.breach = .stop
    #expect(try DataContract(yaml: contract.yaml) == contract)
  }

  @Test func `omitted settings have their defaults`() throws {
    var expected = DataContract()
    expected.events["viewDuration", in: .interactions].breach = .warn
    expected.volume.days = 3
    #expect(
      try DataContract(
        yaml: "interactions:\n  viewDuration: {breach: warn}\nvolume:\n  days: 3\n") == expected)
  }

  @Test func `names of Google Analytics are added to the defaults`() throws {
    let contract = try DataContract(
      yaml: """
        ga4:
          events: {open_title: gameView, share: ignore}
          actions: {right: gameLike}
          parameters: {gameId: [title_id]}
        """)
    var expected = GA4Mapping()
    expected.events["open_title"] = .type(.gameView)
    expected.events["share"] = .ignored
    expected.actions["right"] = .gameLike
    expected.parameters["gameId"] = ["title_id"]
    #expect(contract.events.ga4 == expected)
    #expect(
      problems(
        """
        ga4:
          events: {open_title: gameOpened}
          actions: {right: action}
          parameters: {gameId: title_id, player: [p]}
        """) == [
          "ga4.events.open_title (line 2) is 'gameOpened', but must be one of gameView, gameClick, "
            + "gameLike, gameDislike, gameWishlist, gameShare, externalLinkClick, action, ignore",
          "ga4.actions.right (line 3) is 'action', but must be one of gameView, gameClick, gameLike, "
            + "gameDislike, gameWishlist, gameShare, externalLinkClick",
          "ga4.parameters.player (line 4) is unknown, did you mean ga4.parameters.gameId?",
          "ga4.parameters.gameId (line 4) is 'title_id', but must be a list of at most 8 different "
            + "names, such as [item_id, game_id]",
        ])
  }

  @Test(arguments: [
    "", "# nothing\n", "interactions:\n", "volume: ~\n", "analytics: {}\n",
    "analytics:\n  shop:\n", "analytics: {shop: {}}", "analytics: {shop: {default: }}",
  ])
  func `an empty file, section or field changes nothing`(yaml: String) throws {
    #expect(try DataContract(yaml: yaml) == DataContract())
  }

  @Test func `a file may repeat the fixed settings of an identity`() throws {
    #expect(
      try DataContract(
        yaml: "interactions: {action: {required: true, type: action, breach: reject}}")
        == DataContract())
  }

  @Test func `all problems are reported at once, with their lines`() {
    let found = problems(
      """
      interaction:
        id: 7
      interactions:
        viewDurations: {breach: warn}
        viewDuration:
          breach: drop
          range: [5, 1]
          rage: any
        gameId: {required: false, values: [a]}
        sessionId: warn
      analytics: []
      volume:
        week: 4
        days: 0
      """)
    #expect(
      found == [
        "interaction (line 2) is unknown, did you mean interactions?",
        "interactions.viewDurations (line 4) is unknown, did you mean interactions.viewDuration?",
        "interactions.viewDuration.breach (line 6) is 'drop', but must be reject or warn or default",
        "interactions.viewDuration.range (line 7) is [5, 1], but must be two numbers, the smaller "
          + "first, such as [0, 100], or any",
        "interactions.viewDuration.rage (line 8) is unknown, did you mean "
          + "interactions.viewDuration.range?",
        "interactions.gameId.required (line 9) is 'false', but must be true: the field "
          + "identifies the event",
        "interactions.gameId.values (line 9) cannot be set: the field identifies the event",
        "interactions.sessionId (line 10) is 'warn', but must be a section",
        "analytics (line 11) is [], but must be a section",
        "volume.week (line 13) is unknown, did you mean volume.weeks?",
        "volume.days (line 14) is '0', but must be a whole number from 1 to 366",
      ])
  }

  static let identities = [
    "interactions.id", "interactions.userId", "interactions.gameId", "interactions.action",
    "interactions.timestamp", "analytics.eventId", "analytics.gameId", "analytics.eventType",
    "analytics.timestamp", "analytics.anonymousUserId",
  ]

  @Test(
    arguments: identities,
    [
      "required: false", "required: maybe", "type: text", "breach: warn", "breach: default",
      "range: any", "values: any", "values: [like]", "default: x",
    ])
  func `an identity must be required and reject`(
    field: String, setting: String
  ) {
    let found = problems(of: field, setting)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasSuffix("the field identifies the event") })
  }

  @Test(arguments: [
    ("interactions.sessionId", "type: list", "type is 'list', but must be text or id"),
    ("interactions.gameTags", "type: text", "type is 'text', but must be list"),
    ("interactions.cardPosition", "type: text", "type is 'text', but must be integer or number"),
    (
      "interactions.viewDuration", "type: [number]",
      "type is [number], but must be integer or number"
    ),
    ("interactions.viewDuration", "required: 7", "required is '7', but must be true or false"),
    ("analytics.shop", "breach: ''", "breach is empty, but must be reject or warn or default"),
    ("analytics.shop", "range: [0, 1]", "range is set, but a text has no range"),
    ("interactions.viewDuration", "values: [1]", "values is set, but a number has a range"),
    ("analytics.shop", "default: x", "default is set, but breach is reject"),
    (
      "analytics.shop", "default: x, breach: warn",
      "default is set, but breach is warn"
    ),
  ])
  func `a setting that a field cannot have is refused`(
    field: String, settings: String, problem: String
  ) {
    let found = problems(of: field, settings)
    #expect(found == [problem.replacing("\(field).", with: "")])
  }

  @Test(arguments: [
    "5", "[5]", "[1, 2, 3]", "[2, 1]", "[a, 1]", "[0, .inf]", "[.nan, 1]", "{a: 1}", "[]",
  ])
  func `a range is two numbers`(value: String) {
    #expect(problems(of: "interactions.viewDuration", "range: \(value)").count == 1)
  }

  @Test(arguments: [
    "steam", "[]", "[a, a]", "[a, '']", "[a, ~]", "[a, [b]]", "{a: b}", #"["a\u001fb"]"#,
    #"["\n"]"#,
  ])
  func `values are different texts`(value: String) {
    #expect(problems(of: "analytics.shop", "values: \(value)").count == 1)
  }

  @Test(arguments: [
    ("interactions.viewDuration", "default: 90000", "a number from 0 to 86400"),
    ("interactions.viewDuration", "default: x", "a number from 0 to 86400"),
    ("interactions.viewDuration", "range: any, default: 1e300", "a number"),
    ("interactions.viewDuration", "default: 5, range: [6, 7]", "a number from 6 to 7"),
    ("interactions.cardPosition", "default: 1.5", "a whole number from 0 to 1000000"),
    ("analytics.shop", "default: [a]", "a text"), ("analytics.shop", "default: ''", "a text"),
    ("analytics.shop", #"default: "a\u0007""#, "a text"),
    (
      "analytics.shop", "default: epic, values: [steam, itch]",
      "a text among the values steam, itch"
    ),
    ("interactions.gameTags", "default: a", "a list of texts"),
    ("interactions.gameTags", "default: [a, ~]", "a list of texts"),
    (
      "interactions.gameTags", "values: [a, b], default: [a, c]",
      "a list of texts among the values a, b"
    ),
  ])
  func `a default must satisfy the contract`(field: String, settings: String, words: String) {
    let found = problems(of: field, settings + ", breach: default")
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix("default is ") && $0.hasSuffix("must be \(words)") })
  }

  @Test(arguments: [
    "minimumShare: -0.1", "minimumShare: 1.1", "minimumShare: .nan", "minimumShare: x",
    "weeks: 0", "weeks: 53", "weeks: 1.5", "minimumEvents: -1", "days: 0", "days: 367",
    "breach: reject", "breach: ''", "weeks: [4]",
  ])
  func `the volume settings have ranges`(setting: String) {
    #expect(problems("volume: {\(setting)}").count == 1)
  }

  @Test(arguments: [
    "interactions: {sessionId: {breach: warn, breach: warn}}",
    "interactions: {sessionId: {}}\ninteractions: {}", "volume: {days: 1, days: 2}",
  ])
  func `a duplicate key is refused`(yaml: String) {
    #expect(problems(yaml).count == 1)
  }

  @Test(arguments: ["- a", "interactions", "7"])
  func `a file without sections is refused`(yaml: String) throws {
    let problem = try #require(problems(yaml).first)
    #expect(problem.hasPrefix("the file (line 1) is "))
    #expect(problem.hasSuffix("but must be a section"))
  }

  @Test(arguments: ["a: [", "a: b: c", "\tvolume: 1"])
  func `a text that is not YAML is refused in one sentence`(yaml: String) throws {
    let found = problems(yaml)
    #expect(found.count == 1)
    #expect(try #require(found.first).hasPrefix("it is not YAML: "))
  }

  @Test func `a missing file is a problem of the contract`() throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appending(path: "mine.yaml")
    let failure = #expect(throws: SettingsProblems.self) { try DataContract(file: missing) }
    #expect(
      failure?.problems == [
        "it cannot be read; check that it exists and that this user may read it"
      ])
  }

  @Test func `the message has all problems, and how to list valid settings`() {
    #expect(
      SettingsProblems(
        problems: ["one", "two"], subject: DataContract.subject, remedy: DataContract.remedy
      ).description == """
        the data contract cannot be used:
          - one
          - two
        `findie contract` prints a contract with all settings.
        """)
  }

  @Test func `a night that stops for its volume names the days and the remedy`() {
    let days = Dictionary(
      uniqueKeysWithValues: (1...40).map { (Day(daysSinceEpoch: 20_367 - Int32($0)), 500) }
    )
    .merging([Day(daysSinceEpoch: 20_366): 3]) { $1 }
    let findings = VolumeRule().findings(
      of: .analytics, days, before: Day(daysSinceEpoch: 20_367))
    #expect(
      NightRefusal.volume(findings).description == """
        there are far fewer events than expected:
          - analytics of Sunday, 2025-10-05: 3 events; the median of the same weekday in the \
        4 weeks before is 500. Is a file missing?
        Add the missing files to the input folder, or set volume.breach to warn in the data \
        contract, then run the same command again.
        """)
  }
}
