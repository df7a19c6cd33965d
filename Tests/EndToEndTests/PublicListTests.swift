import FindieTestSupport
import Foundation
import Testing

/// What published lists say about the few players of rarely played games, as an attacker reads
/// them.
struct PublicListTests {
  private static let script = Binary.root.appending(path: "Tests/Oracles/public_lists.py")

  private func attack(_ arguments: [String]) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-B", Self.script.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.output(), as: UTF8.self)
    process.waitForEnd()
    return (process.terminationStatus, said)
  }

  @Test(.enabled(if: Binary.hasPython, "there is no python3 to attack with"))
  func `no list depends on what few players do`() throws {
    let (status, said) = try attack(
      ["--findie", Binary.url.path]
        + (Tier.isCampaign ? ["--sample", Binary.sample.path] : ["--worlds", "1"]))
    #expect(status == 0, "\(said.suffix(3000))")
    let last = try #require(said.split(separator: "\n").last)
    let counts = last.split(separator: " ").compactMap { Int($0) }
    try #require(counts.count == 3, "\(said.suffix(3000))")
    let (looked, changed) = Tier.isCampaign ? (10_000, 500) : (5_000, 20)
    #expect(counts[0] > looked && counts[1] > changed && counts[2] == 0, "\(last)")
  }

  @Test(.enabled(if: Binary.hasPython, "there is no python3 to attack with"))
  func `with a minimum of one player, the attack finds players`() throws {
    let sandbox = try Sandbox()
    let generated = try sandbox.findie([
      "generate", "--output", "input", "--players", "150", "--games", "250", "--developers", "40",
      "--days", "42", "--seed", "1",
    ])
    try #require(generated.status == 0, "\(generated.error)")
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nreports: {minimumPlayers: 1}\n", to: "night.yaml"
    )
    try sandbox.runNight()
    let (status, said) = try attack(
      ["--input", sandbox.input.path, "--published", sandbox.current.path])
    #expect(status == 1, "\(said)")
    #expect(!said.contains("similar 0 of") && !said.contains("scores 0 of"), "\(said)")
  }
}
