import FindieDomain
import FindiePartners
import FindieTestSupport
import FindieWorkspace
import Foundation
import Synchronization
import Testing

/// What services answer, and what their shapes make of a text.
extension AlertTests {
  // MARK: - Answers

  @Test(arguments: [
    ("status=400", DeliveryLog.State.notSent, 1), ("status=404", .notSent, 1),
    ("status=401", .notSent, 1), ("status=503", .notSent, 4), ("status=429", .notSent, 4),
    ("retry-after=5", .sent, 2), ("status=204", .sent, 1), ("html", .uncertain, 1),
    ("status=500", .uncertain, 1), ("cut-off", .uncertain, 1), ("slow=20", .uncertain, 1),
    ("redirect-host", .uncertain, 1), ("redirect-within", .uncertain, 1),
    ("moved-within", .sent, 2), ("moved-within=301", .sent, 2), ("moved-within=303", .uncertain, 1),
    ("moved-away", .notSent, 1), ("moved-token=307", .notSent, 1), ("status=308", .notSent, 1),
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
    let isRefused = fault == "status=401" || ["moved-away", "moved-token=307"].contains(fault)
    if state != .sent { #expect(record.failureKind == (isRefused ? .badParameters : .unavailable)) }
    for failure in record.failures {
      #expect(!failure.message.contains("planted") && !failure.message.contains("T0123"))
      #expect(failure.message.contains("POST \(test.partners.address)"))
    }
    // The next run tries again what was not sent.
    let second = try post(to: fault, transport: test.transport(idleSeconds: 1, totalSeconds: 2))
    #expect(second.posts.map(\.isNew) == [state == .notSent])
  }

  @Test func `an address that moved is reported without any part of the new one`() throws {
    try putFailure()
    for fault in ["moved-away", "moved-token"] {
      let text = try #require(try post(to: fault).failures.first).message
      #expect(text.contains("redirects to another server") && text.contains("FINDIE_WEBHOOK_URL"))
      #expect(!text.contains("localhost") && !text.contains(".example"), "\(text)")
    }
    // With the right address, the alert that was not posted is.
    let record = try post(to: "ok")
    #expect(record.posts.map(\.state) == [.sent])
  }

  /// Statuses of success; a space is a plus.
  @Test(arguments: [
    ("slack", "200,ok", DeliveryLog.State.sent), ("slack", #"200,{"ok":true}"#, .sent),
    ("slack", #"200,{"ok":false,"error":"planted"}"#, .notSent), ("slack", "200,no_team", .notSent),
    ("slack", "200,", .uncertain), ("slack", "200,Welcome", .uncertain),
    ("discord", "204,", .sent), ("discord", #"200,{"id":"77","content":"x"}"#, .sent),
    ("discord", #"200,{"message":"slow+down","code":429}"#, .notSent),
    ("discord", #"200,{"message":"gone"}"#, .uncertain),
    ("teams", "202,", .sent), ("teams", "200,1", .sent),
    ("teams", "200,delivery+failed:+Teams+returned+HTTP+error+403+with+id+7", .notSent),
    ("teams", "200,delivery+failed:+Teams+returned+HTTP+error+502", .uncertain),
    ("teams", #"200,{"error":{"code":"Throttled"}}"#, .notSent), ("teams", "200,0", .uncertain),
    ("json", "200,Thanks", .sent), ("json", "202,", .sent), ("json", #"200,{"failed":0}"#, .sent),
    ("json", #"200,{"status":true,"code":200,"errcode":0,"errors":[]}"#, .sent),
    ("json", #"200,{"errcode":310000,"errmsg":"x"}"#, .notSent),
    ("json", #"200,{"error":true}"#, .notSent), ("json", #"200,{"errors":["x"]}"#, .notSent),
    ("json", #"200,{"status":"Failed"}"#, .notSent),
    ("json", #"200,{"success":"false"}"#, .notSent),
    ("json", #"200,{"code":500}"#, .uncertain), ("json", "200,An+Error+occurred", .uncertain),
    ("json", "200,+<!doctype+html>", .uncertain),
  ])
  func `a success counts only as the service confirms it`(
    shape: String, answer: String, state: DeliveryLog.State
  ) throws {
    try putFailure()
    let fault = "answer=\(answer.percentEncoded)"
    let record = try post(to: fault, yaml: "shape: \(shape)")
    #expect(record.posts.map(\.state) == [state])
    #expect(record.failureKind == (state == .sent ? nil : .unavailable))
    #expect(record.failures.allSatisfy { !$0.message.contains("planted") })
    #expect(
      try post(to: fault, yaml: "shape: \(shape)").posts.map(\.isNew) == [state == .notSent])
  }

  @Test func `while an alert waits for its answer, a night may run, but no other alert`() throws {
    try putFailure()
    let (address, alerts) = (address("slow=4"), test.transport())
    let posting = Alerts(
      workspace, settings: AlertSettings(), clock: test.clock.transport)
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<AlertRecord, any Error>?>(nil)
    Thread.detachNewThread {
      let record = Result {
        try posting.run(PartnerSecrets([.webhookURL: address]), through: alerts)
      }
      result.withLock { $0 = record }
      done.signal()
    }
    let log = workspace.folder.appending(path: "notify/alerts.ndjson")
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while !FileManager.default.fileExists(atPath: log.path), .now < end { usleep(10_000) }
    try WorkspaceLock(workspace: workspace.folder).release()
    #expect(throws: WorkspaceLock.Held.self) { try post(to: "ok") }
    done.wait()
    let record = try #require(result.withLock { $0 }).get()
    #expect(record.posts.map(\.state) == [.sent])
  }

  @Test func `a preview sends and writes nothing, also without an address`() throws {
    try putFailure()
    let alerts = Alerts(
      workspace, settings: try AlertSettings(yaml: "shape: slack"), clock: test.clock.transport)
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
    try putFindings((1, 0, String(repeating: "<&🎉", count: 2400)))
    let day = test.clock.transport.now().day
    try post(to: "ok", yaml: "shape: \(shape)\nlink: https://r.example/{{night}}")
    let text = try #require(try body()[key] as? String)
    #expect(text.utf16.count <= limit && text.utf16.count > limit / 4, "\(text.utf16.count)")
    #expect(text.hasSuffix("…\nhttps://r.example/\(day)"))
  }

  /// One character may be longer than any limit.
  @Test(arguments: WebhookShape.allCases)
  func `accents make no text too long for the service, and no escape ineffective`(
    shape: WebhookShape
  ) throws {
    let letter = "o" + String(repeating: "\u{0301}", count: 30_000)
    try putFindings(
      (2, 0, "*\u{0301}bold*\u{0301} <\u{0338}!here> \(letter)"), (1, 0, letter))
    try post(
      to: "ok", yaml: "shape: \(shape)\n" + #"body: '{"a": "{{text}}", "b": "{{text}}"}'"#)
    let limit = ["discord": 2000, "slack": 4000, "teams": 4000][shape.rawValue] ?? 16_000
    for index in 0...1 {
      let text = try #require(try body(index)["a"] as? String)
      #expect(text.utf16.count <= limit && text.hasSuffix("…"))
      // The whole character is left out.
      #expect(!text.unicodeScalars.contains("o") || index == 0 && text.contains("bold"))
    }
    let first = try #require(try body()["a"] as? String).unicodeScalars
    let escaped = ["discord": "\\*", "teams": "\\*", "slack": "&lt;"][shape.rawValue] ?? "*"
    #expect(
      first.map { "\($0)" }.joined(separator: "|").contains(
        escaped.unicodeScalars.map { "\($0)" }.joined(separator: "|")))
  }

  @Test func `a body has at most as many bytes as Teams takes`() throws {
    try putFindings((1, 0, String(repeating: "漢", count: 9000)))
    try post(
      to: "ok",
      yaml: "shape: teams\n" + #"body: '{"a": ["{{text}}", "{{text}}", "{{text}}"]}'"#)
    let bytes = try test.partners.requests()[0].body.utf8.count
    #expect((27_000...28_000).contains(bytes), "\(bytes)")
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
