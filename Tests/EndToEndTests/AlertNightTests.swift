import FindieTestSupport
import Foundation
import Testing

/// `findie alert` after nights, against a loopback server in the place of a chat.
struct AlertNightTests {
  private let sandbox: Sandbox
  private let partners: LoopbackPartners

  init() throws {
    sandbox = try Sandbox.withSmallWorld()
    partners = try LoopbackPartners()
  }

  private func alert(_ arguments: String..., fault: String? = "ok") throws -> Binary.Result {
    try Binary.run(
      ["alert", "--workspace", "workspace", "--reports", "reports"] + arguments,
      in: sandbox.folder.url,
      environment: fault.map {
        ["FINDIE_WEBHOOK_URL": "\(partners.address)/faults/\($0)/planted-secret"]
      } ?? [:])
  }

  @Test func `a failed night is posted once, without a published night`() throws {
    #expect(try alert().status == 66)
    // Every line is bad, so that the run fails.
    try sandbox.folder.write(
      String(repeating: "noise\n", count: 200), to: "input/interactions/bad.ndjson")
    #expect(try sandbox.night().status == 65)
    let preview = try alert("--dry-run", fault: nil)
    #expect(preview.status == 0, "\(preview.error)")
    #expect(preview.out.contains("failed: not posted yet") && preview.out.contains(#"{"day":"#))
    let missing = try alert(fault: nil)
    #expect(missing.status == 78 && missing.error.contains("FINDIE_WEBHOOK_URL"))
    try sandbox.folder.write("shape: irc\nbody: '{}'\n", to: "alerts.yaml")
    let bad = try alert("--settings", "alerts.yaml")
    #expect(bad.status == 78 && bad.error.contains("shape") && bad.error.contains("body"))
    let uncertain = try alert(fault: "status=500")
    #expect(uncertain.status == 69, "\(uncertain.error)")
    #expect(uncertain.out.contains("may have arrived"))
    let first = try alert("--json")
    #expect(first.status == 0, "\(first.error)")
    let posts = try #require(try object(first.out)["posts"] as? [[String: Any]])
    #expect(posts.map { $0["kind"] as? String } == ["failed"])
    #expect(posts.map { $0["state"] as? String } == ["sent"])
    let second = try alert()
    #expect(second.status == 0 && second.out.contains("already posted"))
    #expect(try partners.requests().count == 2)
    for result in [preview, missing, bad, uncertain, first, second] {
      #expect(!result.out.contains("planted") && !result.error.contains("planted"))
    }
  }

  @Test func `lists that a check holds back are posted, and a good night is not`() throws {
    try sandbox.runNight()
    let good = try alert("--json")
    #expect(good.status == 0, "\(good.error)")
    #expect(!good.out.contains(#""kind":"failed""#) && !good.out.contains("held-back"))
    try sandbox.folder.write(
      "tuning: off\nals: {rank: 4, iterations: 2}\nadvanced: {gate: {maximumGini: 0}}\n",
      to: "night.yaml")
    let night = try sandbox.night()
    try #require(night.status == 1, "\(night.out)\(night.error)")
    let held = try alert("--json")
    #expect(held.status == 0, "\(held.error)")
    #expect(held.out.contains(#""kind":"held-back""#), "\(held.out)")
  }
}
