import FindieAnalytics
import FindieDomain
import FindieModels
import FindieNight
import FindieRanking
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// The parameters of a night and their file.
struct ParameterTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Pipelines/nightly.yaml")

  private func problems(_ yaml: String) -> [String] {
    do {
      _ = try NightParameters(yaml: yaml)
      return []
    } catch {
      return error.problems
    }
  }

  @Test func `nightly.yaml equals the defaults, byte for byte`() throws {
    #expect(
      try String(contentsOf: Self.file, encoding: .utf8) == NightParameters().yaml)
  }

  @Test func `models of an earlier night are an option only where training is expensive`() {
    var models = ModelSchedule()
    #expect(!models.allowsOlderModels(events: 1_999_999))
    #expect(models.allowsOlderModels(events: 2_000_000))
    models.anchor = .nightly
    #expect(!models.allowsOlderModels(events: .max))
    models.anchor = .weekly
    #expect(models.allowsOlderModels(events: 0))
  }

  @Test func `the printed file is read back unchanged`() throws {
    var parameters = NightParameters()
    parameters.als.rank = 17
    parameters.als.regularizationScale = 1e-6
    parameters.ingest.maximumBadShare = 1
    parameters.recommendations.currency = "EUR"
    parameters.recommendations.eligible.genres = [.indie, .rpg]
    parameters.recommendations.eligible.tags = ["a: b", "#c", "\"d\" \\ é", "yes", "1.0", "x/y"]
    parameters.trending.weights.share = 0.123456789012345
    #expect(try NightParameters(yaml: parameters.yaml) == parameters)
  }

  @Test func `omitted parameters have their defaults`() throws {
    var expected = NightParameters()
    expected.als.rank = 8
    #expect(try NightParameters(yaml: "als:\n  rank: 8\n") == expected)
  }

  @Test(arguments: ["", "# nothing\n", "als:\n", "als: ~\n", "als: {}\n"])
  func `an empty file or section changes nothing`(yaml: String) throws {
    #expect(try NightParameters(yaml: yaml) == NightParameters())
  }

  @Test func `comments and the order change nothing`() throws {
    #expect(
      try NightParameters(yaml: "advanced: {evaluation: {k: 5}}\nals: {rank: 8}")
        == NightParameters(yaml: "als:\n  rank: 8 # few\n\nadvanced:\n  evaluation:\n    k: 5\n"))
  }

  @Test func `all problems are reported at once, with their lines`() {
    let found = problems(
      """
      als:
        rank: 0
        iterations: many
        regularisationScale: 0.1
        seed: 1
      trending:
        windowInDays: 3.5
      recommendations: 7
      """)
    #expect(
      found == [
        "als.rank (line 2) is '0', but must be a whole number from 1 to 1024",
        "als.iterations (line 3) is 'many', but must be a whole number from 1 to 200",
        "als.regularisationScale (line 4) is unknown, did you mean "
          + "advanced.als.regularizationScale?",
        "als.seed (line 5) is unknown",
        "trending.windowInDays (line 7) is '3.5', but must be a whole number from 1 to 28",
        "recommendations (line 8) is '7', but must be a section",
      ])
  }

  @Test(arguments: [
    ("als: {rank: [1]}", "[1]"), ("als: {rank: {a: 1}}", "a section"),
    ("als: {rank: ''}", "empty"), ("als: {rank: }", "empty"), ("als: {rank: '12 '}", "'12 '"),
    ("als: {rank: 1e3}", "'1e3'"), ("als: {rank: true}", "'true'"),
    ("als: {rank: 1:30}", "'1:30'"), ("als: {rank: 0x10}", "'0x10'"),
    ("als.rank: 0", "'0'"), ("als: {rank: 99999999999999999999}", "'99999999999999999999'"),
  ])
  func `a wrong type is reported in a few words`(yaml: String, summary: String) {
    #expect(
      problems(yaml) == [
        "als.rank (line 1) is \(summary), but must be a whole number from 1 to 1024"
      ])
  }

  @Test(arguments: [".nan", ".inf", "-.inf", "-1e-300", "1.0000000001", "0:0.5"])
  func `a share is from 0 to 1 and nothing else`(value: String) {
    #expect(problems("ingest: {maximumBadShare: \(value)}").count == 1)
  }

  @Test(arguments: ["0", "0.5", "200000", "-90", ".nan", "all", "[90]", "''"])
  func `a half-life of EASE is a number of days or none`(value: String) throws {
    #expect(problems("advanced: {ease: {halfLifeInDays: \(value)}}").count == 1)
    let given = try NightParameters(yaml: "advanced: {ease: {halfLifeInDays: 90}}")
    #expect(given.ease.halfLifeInDays == 90)
    let none = try NightParameters(yaml: "advanced: {ease: {halfLifeInDays: none}}")
    #expect(none.ease.halfLifeInDays == nil)
  }

  @Test func `a number is decimal, also with leading zeros`() throws {
    #expect(try NightParameters(yaml: "als: {rank: 010}").als.rank == 10)
  }

  @Test(arguments: ["usd", "US", "USDT", "U$D", "ÄÖÜ", "12"])
  func `a currency is three capital letters`(value: String) {
    #expect(problems("recommendations: {currency: \(value)}").count == 1)
  }

  @Test(arguments: ["indie", "[western]", "[indie, [rpg]]", "{indie: rpg}", "[]: 1"])
  func `a list of choices has known words only`(value: String) {
    #expect(problems("recommendations: {eligible: {genres: \(value)}}").count == 1)
  }

  @Test(arguments: ["cozy", "['']", "[[cozy]]", "{a: b}"])
  func `a list of names is a list of texts`(value: String) {
    #expect(
      problems("recommendations: {eligible: {tags: \(value)}}").first?
        .hasSuffix(#"but must be a list of names, such as ["one", "two"]"#) == true)
  }

  @Test func `a champion's lists follow the eligible games of the night`() {
    var (champion, tonight) = (NightParameters(), NightParameters())
    champion.recommendations.eligible.tags = ["old"]
    champion.recommendations.listLength = 7
    tonight.reports.minimumPlayers = 20
    tonight.recommendations.eligible.tags = ["new"]
    let settings = ServedSettings(champion).serving(on: ServedSettings(tonight))
    #expect(settings.recommendations.eligible.tags == ["new"])
    #expect(settings.recommendations.listLength == 7)
    #expect(settings.minimumPlayers == 20)
  }

  @Test func `a name without a similar one gets no suggestion`() {
    #expect(problems("colour: red") == ["colour (line 1) is unknown"])
  }

  @Test(arguments: ["als: {rank: 8, rank: 9}", "als: {rank: 8}\nals: {rank: 9}"])
  func `a duplicate key is refused`(yaml: String) {
    #expect(problems(yaml).count == 1)
  }

  @Test(arguments: ["- als", "als", "7"])
  func `a file without sections is refused`(yaml: String) throws {
    let problem = try #require(problems(yaml).first)
    #expect(problem.hasPrefix("the file (line 1) is "))
    #expect(problem.hasSuffix("but must be a section"))
  }

  @Test(arguments: ["als: [", "a: b: c", "\tals: 1", "als: {rank: 8", "als: *nothing"])
  func `a text that is not YAML is refused in one sentence`(yaml: String) throws {
    let found = problems(yaml)
    #expect(found.count == 1)
    #expect(try #require(found.first).hasPrefix("it is not YAML: "))
  }

  @Test func `a missing file is a problem of the parameters`() throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appending(path: "mine.yaml")
    let failure = #expect(throws: SettingsProblems.self) { try NightParameters(file: missing) }
    #expect(
      failure?.problems == [
        "it cannot be read; check that it exists and that this user may read it"
      ])
  }

  @Test func `a message does not quote a long line in full`() {
    for yaml in [String(repeating: "[", count: 5000), "a: \(String(repeating: "b", count: 5000))"] {
      let failure = #expect(throws: SettingsProblems.self) { try NightParameters(yaml: yaml) }
      #expect((failure?.description.count ?? .max) < 1000)
    }
    let long = "ingest: {maximumBadShare: \(String(repeating: "7", count: 5000))}"
    let failure = #expect(throws: SettingsProblems.self) { try NightParameters(yaml: long) }
    #expect(failure?.description.contains("ingest.maximumBadShare (line 1) is '777") == true)
    #expect((failure?.description.count ?? .max) < 1000)
  }

  @Test func `the message has all problems, and how to list valid parameters`() {
    let failure = SettingsProblems(
      problems: ["one", "two"], subject: NightParameters.subject, remedy: NightParameters.remedy)
    #expect(
      failure.description == """
        the parameters cannot be used:
          - one
          - two
        `findie parameters` prints all parameters with their ranges and defaults.
        """)
  }
}
