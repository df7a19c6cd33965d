import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Testing

/// Alerts to chats, with a server on the loopback interface.
///
/// The address says what the server does: `faults/status=400` answers with 400.
struct AlertTests {
  static let secret = "T0123/B0456/planted-secret"
  let test: TestTransport
  let workspace: Workspace

  init() throws {
    test = try TestTransport()
    workspace = Workspace(
      test.folder.url.appending(path: "workspace"),
      reports: test.folder.url.appending(path: "reports"))
    try FileManager.default.createDirectory(
      at: workspace.folder, withIntermediateDirectories: true)
  }

  var today: String { test.clock.transport.now().day.description }

  /// - Parameter stages: those that the record has.
  private func putRun(
    _ status: RunManifest.Status, failure: RunManifest.Failure? = nil,
    _ stages: StageRecord...
  ) throws {
    let now = test.clock.transport.now().description
    var run = RunManifest(
      runId: "run-1", pipeline: "nightly", day: today, startedAt: now, threads: 1, parameters: [:],
      versions: [:])
    run.status = status
    run.failure = failure
    run.finishedAt = now
    run.stages = stages
    let folder = workspace.run(today)
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try run.write(to: folder.record)
  }

  private func stage(
    _ name: String, _ counts: [String: Int] = [:], conclusion: String? = nil
  ) throws -> StageRecord {
    var fields: [String: Any] = [
      "stage": name, "outcome": "built", "reason": "", "inputs": [String](), "grain": "",
      "counts": counts, "measures": [String: Double](), "startedAfterSeconds": 0, "seconds": 0,
      "cpuSeconds": 0, "peakMemoryInBytes": 0,
    ]
    fields["conclusion"] = conclusion
    return try JSONDecoder().decode(
      StageRecord.self, from: JSONSerialization.data(withJSONObject: fields))
  }

  func putFailure(
    _ cause: String = "no \"space\" <left> & so on", stage: String? = "factors",
    kind: String = "cannotWrite"
  ) throws {
    try putRun(.failed, failure: .init(stage: stage, kind: kind, cause: cause))
  }

  /// - Parameters:
  ///   - from: the days before today of a finding's first day.
  ///   - to: those of its last day; 0 for the first one.
  func putFindings(
    _ values: (from: Int, to: Int, what: String)..., direction: String = "up", posted: Bool = true
  ) throws {
    let day = test.clock.transport.now().day
    let folder = workspace.reports(day)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func name(_ daysAgo: Int) -> String { day.adding(days: -daysAgo).description }
    let findings = values.map { value -> [String: Any] in
      [
        "days": ["from": name(value.from), "to": name(value.to == 0 ? value.from : value.to)],
        "what": value.what, "why": "Why.", "action": "Act.", "direction": direction,
        "posted": posted,
      ]
    }
    try JSONSerialization.data(withJSONObject: ["findings": findings])
      .write(to: folder.appending(path: "kpi.json"))
  }

  func address(_ fault: String) -> String {
    "\(test.partners.address)/faults/\(fault)/\(Self.secret)"
  }

  @discardableResult
  func post(
    to faults: String..., yaml: String = "", header: String? = nil, transport: Transport? = nil
  ) throws -> AlertRecord {
    var secrets: [PartnerSecrets.Name: String] = [
      .webhookURL: faults.map(address).joined(separator: "\n")
    ]
    secrets[.webhookHeader] = header
    return try Alerts(
      workspace, settings: AlertSettings(yaml: yaml), clock: test.clock.transport
    ).run(PartnerSecrets(secrets), through: transport ?? test.transport())
  }

  func body(_ index: Int = 0) throws -> [String: Any] {
    let body = try test.partners.requests()[index].body
    return try #require(JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
  }

  // MARK: - Events

  @Test func `a failed night is posted once, with its cause`() throws {
    try putFailure()
    let record = try post(to: "ok", header: "Authorization: Bearer planted-header")
    #expect(record.posts.map(\.state) == [.sent])
    #expect(record.failureKind == nil)
    #expect(
      try body()["text"] as? String
        == "The night of \(today) failed in the stage factors: no \"space\" <left> & so on")
    #expect(try body()["kind"] as? String == "failed")
    let request = try #require(try test.partners.requests().first)
    #expect(request.path == "/faults/ok/\(Self.secret)")
    #expect(request.headers["authorization"] == "Bearer planted-header")
    #expect(request.headers["content-type"] == "application/json")
    #expect(try post(to: "ok").posts.map(\.isNew) == [false])
    #expect(try test.partners.requests().count == 1)
    // Another address and another failure are other posts.
    #expect(try post(to: "ok", "no-type").posts.map(\.isNew) == [false, true])
    try putFailure(stage: "similar")
    #expect(try post(to: "ok").posts.map(\.isNew) == [true])
    for file in try test.files() {
      let bytes = try Data(contentsOf: file)
      for text in ["planted-secret", "planted-header", "B0456"] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(file.path)")
      }
    }
    let log = workspace.folder.appending(path: "notify/alerts.ndjson")
    let mode = try FileManager.default.attributesOfItem(atPath: log.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  /// The night is repeated, and its message has other counts, paths and days each time.
  @Test func `a failure is known by its stage and kind, not by its message`() throws {
    for number in 1...3 {
      try putFailure(
        "\(number),00\(number) of 9,000 lines of in-\(number)/x.csv are bad (May \(number))")
      #expect(try post(to: "ok").posts.map(\.isNew) == [number == 1])
    }
    try putFailure(kind: "badData")
    #expect(try post(to: "ok").posts.map(\.isNew) == [true])
    for number in 1...2 {
      try putFailure("run \(number)", stage: nil)
      #expect(try post(to: "ok").posts.map(\.isNew) == [number == 1])
    }
    for number in 1...3 {
      try RunningNight(
        process: 1, runId: "killed-\(number)", startedAt: test.clock.transport.now().description
      ).write(to: workspace.runningFile)
      #expect(try post(to: "ok").posts.map(\.isNew) == [number == 1])
    }
    #expect(try test.partners.requests().count == 4)
  }

  @Test func `lists that were held back are posted, and a good night is not`() throws {
    try putRun(.done, stage("lists-to-publish"))
    #expect(try post(to: "ok").posts.isEmpty)
    try putRun(
      .failed, failure: .init(stage: "publish", kind: "failed", cause: "checks failed"),
      stage("gate", ["failed": 1], conclusion: "1 of 16 checks failed: coverage."))
    #expect(try post(to: "ok").posts.map(\.kind) == [.heldBack])
    #expect(
      try body()["text"] as? String
        == "The lists of \(today) were not published; players see the previous ones: 1 of 16 "
        + "checks failed: coverage.")
    try putRun(.stopped)
    #expect(try post(to: "ok").posts.isEmpty)
  }

  @Test func `lists of earlier models, and a killed run, are posted`() throws {
    try putRun(.done, stage("lists-to-publish", conclusion: "Tonight's models are not promoted."))
    #expect(try post(to: "ok").posts.map(\.kind) == [.heldBack])
    try RunningNight(
      process: 1, runId: "run-2", startedAt: test.clock.transport.now().description
    ).write(to: workspace.runningFile)
    #expect(try post(to: "ok").posts.map(\.kind) == [.failed])
    #expect(try (body(1)["text"] as? String)?.contains("ended without a record") == true)
  }

  @Test func `a finding is one post, with the link of the report`() throws {
    try putFindings((2, 0, "Likes: 7."), (9, 0, "Likes: 6."))
    let record = try post(
      to: "ok", yaml: "link: https://reports.example/{{night}}/\nkinds: [kpi]")
    let day = test.clock.transport.now().day
    #expect(record.posts.map(\.day) == [day.adding(days: -2).description])
    #expect(
      try body()["text"] as? String
        == "Likes: 7.\nProbable cause: Why.\nWhat to do: Act.")
    #expect(try body()["link"] as? String == "https://reports.example/\(day)/")
    #expect(try post(to: "ok").posts.allSatisfy { !$0.isNew })
  }

  @Test func `a cause that lasts is one post, and the other direction is another`() throws {
    try putFindings((2, 0, "Likes: 7."))
    #expect(try post(to: "ok").posts.map(\.isNew) == [true])
    try putFindings((2, 1, "Likes: 9."))
    #expect(try post(to: "ok").posts.map(\.isNew) == [false])
    try putFindings((2, 1, "Sessions: 1."), direction: "down")
    #expect(try post(to: "ok").posts.map(\.isNew) == [true])
  }

  @Test func `findings that are not to be posted, and those of earlier versions, are not`() throws {
    try putFindings((1, 0, "Likes: 7."), posted: false)
    #expect(try post(to: "ok").posts.isEmpty)
  }

  /// The findings of the three days before the night of the newest report.
  @Test(arguments: [0, 4, 4000])
  func `a late night and one of the past have the same alerts, each once`(daysLater: Int) throws {
    try putFailure()
    try putFindings((3, 0, "Likes: 8."), (1, 0, "Likes: 9."), (4, 0, "Likes: 7."))
    test.clock.advance(seconds: Double(daysLater) * 86_400)
    let first = try post(to: "ok")
    #expect(first.posts.map(\.kind) == [.failed, .kpi, .kpi])
    #expect(first.posts.map { $0.text.prefix(9) }.suffix(2) == ["Likes: 8.", "Likes: 9."])
    test.clock.advance(seconds: 30 * 86_400)
    #expect(try post(to: "ok").posts.map(\.isNew) == [false, false, false])
    #expect(try test.partners.requests().count == 3)
  }

  // MARK: - Secrets and settings

  @Test(arguments: [
    "http://example.org/x", "ftp://example.org/x", "https://user:planted@example.org/x", "planted",
    "https:///planted", "https://example.org/x#planted", "http://127.0.0.1.example.org/planted",
  ])
  func `another address is refused and not shown`(address: String) throws {
    let failure = try #require(throws: LocalFailure.self) {
      _ = try Alerts(
        workspace, settings: AlertSettings(), clock: test.clock.transport
      ).run(PartnerSecrets([.webhookURL: address]), through: test.transport())
    }
    #expect(failure.failureKind == .badParameters)
    #expect(!"\(failure)".contains("planted"))
  }

  @Test func `a missing address and a bad header are named`() throws {
    let alerts = Alerts(
      workspace, settings: AlertSettings(), clock: test.clock.transport)
    #expect(throws: PartnerFailure.missingSecret("FINDIE_WEBHOOK_URL")) {
      _ = try alerts.run(PartnerSecrets([:]), through: test.transport())
    }
    for header in ["planted", "X: a\r\nY: planted", ": planted", "X:"] {
      let failure = try #require(throws: LocalFailure.self) {
        _ = try post(to: "ok", header: header)
      }
      #expect(!"\(failure)".contains("planted"))
    }
  }

  @Test func `every problem of the settings is listed`() throws {
    let problems = try #require(throws: SettingsProblems.self) {
      _ = try AlertSettings(
        yaml: """
          shape: irc
          body: '{"text": "{{text}} {{name}}"'
          link: javascript:alert(1)
          kinds: [kpi, all]
          """)
    }
    #expect(problems.failureKind == .badParameters)
    #expect(problems.problems.count == 4, "\(problems)")
    for body in [
      #"'{"text": "{{name}} {{text}}"}'"#, #"'["{{text}}"]'"#, #"'{"text": {{text}}}'"#, "'{}'",
      #"'{"{{text}}": 1}'"#, "7",
    ] {
      #expect(throws: SettingsProblems.self, "\(body)") {
        _ = try AlertSettings(yaml: "body: \(body)")
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Pipelines/alerts.yaml")
    #expect(try AlertSettings(file: file) == AlertSettings())
  }
}
