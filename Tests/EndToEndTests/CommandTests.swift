import FindieTestSupport
import Foundation
import Testing

/// The query commands, on the night over the sample.
@Suite struct CommandTests {
  let night: SampleNight

  init() throws {
    night = try SampleNight.shared.get()
  }

  private func run(_ arguments: [String]) throws -> Binary.Result {
    try Binary.run(arguments, in: night.folder.url)
  }

  private static let questions = [
    ["recommend", "u014577d780fd"], ["similar", "steam-4000"],
    ["trending"], ["trending", "--genre", "rpg"], ["popular"], ["popular", "--genre", "rpg"],
    ["new-releases"],
    ["report", "studio", "dev-facepunch-studios"], ["report", "kpi"],
    ["report", "game", "steam-4000", "--period", "13-weeks"],
    ["evaluate", "--parameters", "night.yaml"],
  ]

  @Test(arguments: questions)
  func `a query prints a table`(question: [String]) throws {
    let result = try run(question + ["--workspace", "workspace"])
    #expect(result.status == 0, "\(result.error)")
    // An empty trending list is a heading and a sentence.
    #expect(result.out.split(separator: "\n").count >= 2)
  }

  @Test(arguments: questions)
  func `a query with --json prints only JSON to standard output`(question: [String]) throws {
    let result = try run(question + ["--workspace", "workspace", "--json"])
    #expect(result.status == 0, "\(result.error)")
    // A list is one line of JSON, or one line per game; a report is one document.
    let isReport = question[0] == "report"
    for text in isReport ? [Substring(result.out)] : result.out.split(separator: "\n") {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
  }

  @Test(arguments: [
    ["recommend", "nobody"], ["similar", "nothing"],
    ["report", "studio", "nobody"], ["report", "game", "nothing"],
  ])
  func `an unknown id fails with one sentence`(question: [String]) throws {
    let result = try run(question + ["--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(result.out.isEmpty)
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["html", "csv", "json", "md"])
  func `a report is written in each format`(format: String) throws {
    let result = try run([
      "report", "studio", "dev-facepunch-studios", "--format", format, "--period",
      "month",
      "--workspace", "workspace",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.contains("Facepunch") || result.out.contains("steam-4000"))
  }

  @Test(arguments: [
    ["report", "studio", "dev-facepunch-studios"], ["report", "game", "steam-4000"],
  ])
  func `a free period for a studio's report is refused with the reason`(question: [String]) throws {
    let result = try run(question + ["--period", "28", "--workspace", "workspace"])
    #expect(result.status == 64)
    #expect(result.error.contains("fixed periods only"))
  }

  @Test func `the team's digest is Markdown over any range`() throws {
    let result = try run([
      "report", "digest", "--from", "2015-12-01", "--to", "2015-12-31", "--workspace", "workspace",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.hasPrefix("# Findie, "))
    #expect(result.out.contains("| Like rate |"))
  }

  @Test func `the team's report of a period up to a day covers that period`() throws {
    let result = try run([
      "report", "kpi", "--period", "7", "--to", "2015-12-31", "--workspace", "workspace",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.out.hasPrefix("2015-12-25 to 2015-12-31: "))
  }

  @Test(arguments: ["1999-01-01", "9999-12-31"])
  func `a report as of a day that can have no night exits with 66`(day: String) throws {
    let result = try run(["report", "kpi", "--date", day, "--workspace", "workspace"])
    #expect(result.status == 66)
    #expect(result.error.contains("No night can be built for \(day)"))
  }

  @Test func `days before the first event are left out, and a range without events is refused`()
    throws
  {
    let asked = ["report", "kpi", "--from", "0001-01-01", "--workspace", "workspace"]
    let all = try run(asked + ["--json"])
    #expect(all.status == 0, "\(all.error)")
    #expect(all.out.utf8.count < 2_000_000)
    let none = try run(asked + ["--to", "0001-12-31"])
    #expect(none.status == 66)
    #expect(none.error.contains("Events are recorded from"))
  }

  @Test(arguments: [
    ["run", "nightly"], ["plan", "nightly"], ["backfill"], ["recommend"], ["similar"], ["trending"],
    ["popular"], ["new-releases"],
    ["report", "studio"], ["report", "kpi"], ["report", "game"], ["report", "digest"],
    ["evaluate"], ["reproduce"], ["validate"],
    ["doctor"], ["generate"], ["parameters"],
    ["ingest"], ["quarantine"], ["history"],
    ["notify"], ["alert"], ["algorithm"], ["algorithm", "login"],
  ])
  func `the help of a command has an example`(command: [String]) throws {
    let result = try run(command + ["--help"])
    #expect(result.status == 0)
    let program = ["evaluate", "generate"].contains(command[0]) ? "findie-lab" : "findie"
    #expect(result.out.contains("\(program) \(command.joined(separator: " "))"))
    #expect(result.out.contains("Example"))
  }

  /// The words of all commands and groups, as the parser knows them.
  private func commands(_ program: URL) throws -> [[String]] {
    let dump = try Binary.run(["--experimental-dump-help"], of: program, in: night.folder.url)
    func words(_ command: [String: Any]) -> [[String]] {
      let subcommands = command["subcommands"] as? [[String: Any]] ?? []
      return subcommands.flatMap { subcommand -> [[String]] in
        guard let name = subcommand["commandName"] as? String, name != "help" else { return [] }
        return [[name]] + words(subcommand).map { [name] + $0 }
      }
    }
    return words(try #require(object(dump.out)["command"] as? [String: Any]))
  }

  @Test(arguments: [(Binary.url, 50), (Binary.lab, 7)])
  func `every command can be called`(of: (program: URL, atLeast: Int)) throws {
    let commands = try commands(of.program)
    #expect(commands.count >= of.atLeast)
    for command in commands {
      let help = try Binary.run(command + ["--help"], of: of.program, in: night.folder.url)
      #expect(help.status == 0, "\(command): \(help.error)")
      let usage = ([of.program.lastPathComponent] + command).joined(separator: " ")
      #expect(help.out.contains("USAGE: \(usage)"), "\(help.out)")
    }
  }

  @Test func `validate reports what a night would report, and writes nothing`() throws {
    let result = try run(["validate", Binary.sample.path])
    #expect(result.status == 0)
    #expect(result.out.contains("A nightly run would accept this input."))
    #expect(result.out.contains("interactions/2015-12.ndjson.gz"))
  }

  @Test func `doctor reports the BLAS library and the versions`() throws {
    let result = try run(["doctor", "--json"])
    let value =
      try JSONSerialization.jsonObject(with: Data(result.out.utf8)) as? [String: Any] ?? [:]
    #expect((value["blas"] as? String)?.isEmpty == false)
    #expect((value["gigaflopsPerSecond"] as? Double ?? 0) > 0)
    #expect((value["sqlite"] as? String)?.hasPrefix("3.") == true)
  }

  @Test func `a night over generated data succeeds, and its filters hold`() throws {
    let world = night.folder.url.appending(path: "world")
    let generated = try run([
      "generate", "--output", "world", "--players", "300", "--games", "120", "--developers", "30",
      "--days", "40",
    ])
    #expect(generated.status == 0, "\(generated.error)")
    let result = try run([
      "run", "nightly", "--input", "world", "--workspace", "world-workspace", "--reports",
      "world-reports", "--parameters", "night.yaml",
    ])
    #expect(result.status == 0, "\(result.error)")
    var games: [String: [String: Any]] = [:]
    for game in try lines(of: world.appending(path: "games.ndjson")) {
      games[try #require(game["id"] as? String)] = game
    }
    var users: [String: [String: Any]] = [:]
    for user in try lines(of: world.appending(path: "users.ndjson")) {
      users[try #require(user["id"] as? String)] = user
    }
    let bounds = ["free": 0.0, "under10": 10, "under20": 20, "under30": 30]
    let lists = try lines(
      of: night.folder.url.appending(
        path: "world-workspace/published/current/recommendations.ndjson"))
    #expect(lists.count >= 300)
    for list in lists {
      guard let user = users[list["userId"] as? String ?? ""] else { continue }
      let bound = bounds[user["priceRange"] as? String ?? "any"]
      let platforms = Set(user["preferredPlatforms"] as? [String] ?? [])
      for entry in list["games"] as? [[String: Any]] ?? [] {
        let game = try #require(games[entry["gameId"] as? String ?? ""])
        if let bound, game["isFree"] as? Bool != true {
          #expect((game["price"] as? Double ?? .infinity) <= bound)
        }
        if !platforms.isEmpty {
          #expect(!platforms.isDisjoint(with: game["platforms"] as? [String] ?? []))
        }
      }
    }
  }
}
