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
  private static let secret = "T0123/B0456/planted-secret"
  private let test: TestTransport
  private let workspace: Workspace

  init() throws {
    test = try TestTransport()
    workspace = Workspace(
      test.folder.url.appending(path: "workspace"),
      reports: test.folder.url.appending(path: "reports"))
    try FileManager.default.createDirectory(
      at: workspace.folder, withIntermediateDirectories: true)
  }

  private var today: String { test.clock.transport.now().day.description }

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

  private func putFailure(_ cause: String = "no \"space\" <left> & so on") throws {
    try putRun(.failed, failure: .init(stage: "factors", kind: "cannotWrite", cause: cause))
  }

  /// - Parameter daysAgo: the days before today with a sentence.
  private func putKPIs(_ values: (daysAgo: Int, sentence: String)...) throws {
    let day = test.clock.transport.now().day
    let folder = workspace.reports(day)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let alerts = values.map {
      ["day": day.adding(days: -$0.daysAgo).description, "sentence": $0.sentence, "kpi": "likes"]
    }
    try JSONSerialization.data(withJSONObject: ["alerts": ["alerts": alerts]])
      .write(to: folder.appending(path: "kpi.json"))
  }

  private func address(_ fault: String) -> String {
    "\(test.partners.address)/faults/\(fault)/\(Self.secret)"
  }

  @discardableResult
  private func post(
    to faults: String..., yaml: String = "", header: String? = nil, transport: Transport? = nil
  ) throws -> AlertRecord {
    var secrets: [PartnerSecrets.Name: String] = [
      .webhookURL: faults.map(address).joined(separator: "\n")
    ]
    secrets[.webhookHeader] = header
    return try Alerts(
      workspace, settings: AlertSettings(yaml: yaml), clock: test.clock.transport,
      elapsedSeconds: { 0 }
    ).run(PartnerSecrets(secrets), through: transport ?? test.transport())
  }

  private func body(_ index: Int = 0) throws -> [String: Any] {
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
    try putFailure("another one")
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

  @Test func `a day's unusual values are one post, with the link of the report`() throws {
    try putKPIs((1, "Likes: 9."), (1, "Sessions: 8."), (2, "Likes: 7."), (9, "Likes: 6."))
    let record = try post(
      to: "ok", yaml: "link: https://reports.example/{{night}}/\nkinds: [kpi]")
    let day = test.clock.transport.now().day
    #expect(
      record.posts.map(\.day) == [-2, -1].map { day.adding(days: $0).description })
    #expect(try body()["text"] as? String == "Likes: 7.")
    #expect(try body()["link"] as? String == "https://reports.example/\(day)/")
    #expect(
      try body(1)["text"] as? String
        == "2 values were unusual on \(day.adding(days: -1)):\n• Likes: 9.\n• Sessions: 8.")
    #expect(try post(to: "ok").posts.allSatisfy { !$0.isNew })
  }

  /// The values of the three days before the night of the newest report.
  @Test(arguments: [0, 4, 4000])
  func `a late night and one of the past have the same alerts, each once`(daysLater: Int) throws {
    try putFailure()
    try putKPIs((1, "Likes: 9."), (3, "Likes: 8."), (4, "Likes: 7."))
    test.clock.advance(seconds: Double(daysLater) * 86_400)
    let first = try post(to: "ok")
    #expect(first.posts.map(\.kind) == [.failed, .kpi, .kpi])
    #expect(first.posts.map(\.text).suffix(2) == ["Likes: 8.", "Likes: 9."])
    test.clock.advance(seconds: 30 * 86_400)
    #expect(try post(to: "ok").posts.map(\.isNew) == [false, false, false])
    #expect(try test.partners.requests().count == 3)
  }

  // MARK: - Answers

  @Test(arguments: [
    ("status=400", DeliveryLog.State.notSent, 1), ("status=404", .notSent, 1),
    ("status=401", .notSent, 1), ("status=503", .notSent, 4), ("status=429", .notSent, 4),
    ("retry-after=5", .sent, 2), ("status=204", .sent, 1), ("html", .sent, 1),
    ("status=500", .uncertain, 1), ("cut-off", .uncertain, 1), ("slow=20", .uncertain, 1),
    ("redirect-host", .uncertain, 1),
  ])
  func `an alert is sent again only if it certainly did not arrive`(
    fault: String, state: DeliveryLog.State, requests: Int
  ) throws {
    try putFailure()
    let record = try post(to: fault, transport: test.transport(idleSeconds: 1, totalSeconds: 2))
    #expect(record.posts.map(\.state) == [state])
    #expect(try test.partners.requests().count == requests)
    #expect((record.failureKind == nil) == (state == .sent))
    #expect(record.uncertain.count == (state == .uncertain ? 1 : 0))
    let isRefused = fault == "status=401"
    if state != .sent { #expect(record.failureKind == (isRefused ? .badParameters : .unavailable)) }
    for failure in record.failures {
      #expect(!failure.message.contains("planted") && !failure.message.contains("T0123"))
      #expect(failure.message.contains("POST \(test.partners.address)"))
    }
    // The next run tries again what was not sent.
    let second = try post(to: fault, transport: test.transport(idleSeconds: 1, totalSeconds: 2))
    #expect(second.posts.map(\.isNew) == [state == .notSent])
  }

  @Test func `a preview sends and writes nothing, also without an address`() throws {
    try putFailure()
    let alerts = Alerts(
      workspace, settings: try AlertSettings(yaml: "shape: slack"), clock: test.clock.transport,
      elapsedSeconds: { 0 })
    let record = try alerts.run(PartnerSecrets([:]), through: nil)
    #expect(record.posts.first?.body?.contains(#"&lt;left&gt; &amp; so on"#) == true)
    #expect(
      try alerts.run(PartnerSecrets([.webhookURL: address("ok")]), through: nil)
        .posts.map(\.host) == ["127.0.0.1"])
    #expect(try test.partners.requests().isEmpty)
    #expect(
      !FileManager.default.fileExists(
        atPath: workspace.folder.appending(path: "notify/alerts.ndjson").path))
  }

  // MARK: - Secrets and settings

  @Test(arguments: [
    "http://example.org/x", "ftp://example.org/x", "https://user:planted@example.org/x", "planted",
    "https:///planted", "https://example.org/x#planted", "http://127.0.0.1.example.org/planted",
  ])
  func `another address is refused and not shown`(address: String) throws {
    let failure = try #require(throws: LocalFailure.self) {
      _ = try Alerts(
        workspace, settings: AlertSettings(), clock: test.clock.transport, elapsedSeconds: { 0 }
      ).run(PartnerSecrets([.webhookURL: address]), through: test.transport())
    }
    #expect(failure.failureKind == .badParameters)
    #expect(!"\(failure)".contains("planted"))
  }

  @Test func `a missing address and a bad header are named`() throws {
    let alerts = Alerts(
      workspace, settings: AlertSettings(), clock: test.clock.transport, elapsedSeconds: { 0 })
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

  // MARK: - Shapes

  private static let hostile =
    "Moss \"Lantern\" \\ <script>alert(1)</script> & @everyone <@123> <!channel> {{link}} [a](http://b) 🎉\u{1}"

  @Test(arguments: [
    ("slack", "text"), ("discord", "content"), ("json", "text"), ("teams", "text"),
  ])
  func `a hostile text stays a text of the body`(shape: String, key: String) throws {
    try putFailure(Self.hostile)
    try post(to: "ok", yaml: "shape: \(shape)\nlink: https://r.example/")
    var shown = try body()
    if shape == "teams" {
      let attachment = (shown["attachments"] as? [[String: Any]])?.first
      #expect(attachment?["contentType"] as? String == "application/vnd.microsoft.card.adaptive")
      let card = attachment?["content"] as? [String: Any]
      shown = try #require((card?["body"] as? [[String: Any]])?.first)
    }
    let text = try #require(shown[key] as? String)
    #expect(text.contains("{{link}}"))
    switch shape {
    case "slack":
      #expect(!text.contains("<") && text.contains("&lt;!channel&gt;") && text.contains(" &amp; "))
    case "discord":
      #expect(!text.contains("@everyone") && !text.contains("@123") && text.contains("\\[a\\]("))
      #expect(try body()["allowed_mentions"] as? [String: [String]] == ["parse": []])
    case "teams": #expect(text.contains("\\[a\\](") && text.contains("\\<script\\>"))
    default: #expect(text.contains(Self.hostile))
    }
  }

  @Test(arguments: [("discord", 2000, "content"), ("slack", 4000, "text")])
  func `a long text is shortened to what the service takes`(
    shape: String, limit: Int, key: String
  ) throws {
    let sentences = (0..<60).map { (1, "\($0): " + String(repeating: "<&🎉", count: 40)) }
    try putKPIs(sentences[0], sentences[1])
    let day = test.clock.transport.now().day
    let alerts = sentences.map {
      ["day": day.adding(days: -1).description, "sentence": $0.1, "kpi": "likes"]
    }
    try JSONSerialization.data(withJSONObject: ["alerts": ["alerts": alerts]])
      .write(to: workspace.reports(day).appending(path: "kpi.json"))
    try post(to: "ok", yaml: "shape: \(shape)\nlink: https://r.example/{{night}}")
    let text = try #require(try body()[key] as? String)
    #expect(text.utf16.count <= limit && text.utf16.count > limit / 4, "\(text.utf16.count)")
    #expect(text.hasSuffix("…\nhttps://r.example/\(day)"))
  }

  @Test func `a template of one's own has the values in its texts`() throws {
    try putFailure("\"}, {\"x\": \"")
    try post(
      to: "ok",
      yaml:
        #"body: '{"blocks": [{"n": 1.5, "s": "{{kind}}/{{day}}/{{night}}: {{text}}"}], "ok": true}'"#
    )
    let block = try #require((body()["blocks"] as? [[String: Any]])?.first)
    #expect(
      block["s"] as? String
        == "failed/\(today)/\(today): The night of \(today) failed in the stage factors: \"}, {\"x\": \""
    )
    #expect(block["n"] as? Double == 1.5)
    #expect(try body()["ok"] as? Bool == true)
  }
}
