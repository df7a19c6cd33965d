import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

/// Documents of Firestore's REST API, where each value names its type.
struct RestTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let name = "projects/findie/databases/(default)/documents/interactions/i1"

  /// The fields of a valid interaction, followed by others.
  private func fields(_ more: String = "") -> String {
    #""userId":{"stringValue":"u1"},"gameId":{"stringValue":"g1"},"#
      + #""action":{"stringValue":"like"},"#
      + #""timestamp":{"timestampValue":"2025-09-01T10:00:00.250123456Z"}"# + more
  }

  private func document(_ fields: String, name: String = Self.name) -> String {
    #"{"name":"\#(name)","fields":{\#(fields)},"createTime":"2025-09-01T10:00:01Z"}"#
  }

  private func fault(_ line: String) throws -> String {
    let file = try folder.read(line)
    #expect(file.ids == [])
    return file.rejected.map { "\($0.reason.rawValue) \($0.detail)" }.joined(separator: "; ")
  }

  @Test func `every field of a document is unwrapped`() throws {
    let more =
      #","sessionId":{"stringValue":"s1"},"cardPosition":{"integerValue":"4"},"#
      + #""viewDuration":{"doubleValue":2.5},"userGenrePreferences":{"arrayValue":{"values":["#
      + #"{"stringValue":"rpg"},{"stringValue":""},{"stringValue":"x"}]}},"#
      + #""gameGenres":{"arrayValue":{}},"gameTags":{"nullValue":null},"#
      + #""place":{"geoPointValue":{"latitude":1}}"#
    let file = try folder.read(document(fields(more)))
    #expect(file.rejected == [])
    let events = file.events
    #expect(file.ids == ["i1"])
    #expect(events[.userId].text(0) == "u1")
    #expect(events.action(0) == .like)
    // 2025-09-01 is day 20,332 since 1970.
    #expect(events.milliseconds == [20_332 * 86_400_000 + 36_000_250])
    #expect(events[.sessionId].text(0) == "s1")
    #expect(events[.cardPosition] == [4])
    #expect(events[.viewSeconds] == [2.5])
    #expect(events[.userGenrePreferences].text(0) == "rpg\u{1F}x")
    #expect(events[.gameGenres].text(0) == "")
    #expect(events[.gameTags].text(0) == "")
    #expect(file.source.counts.byShape == ["rest": 1])
  }

  @Test func `a document gives the same event as its plain line`() throws {
    let plain =
      #"{"id":"i1","userId":"u1","gameId":"g1","action":"like","#
      + #""timestamp":"2025-09-01T10:00:00.250Z"}"#
    #expect(
      try folder.read(document(fields())).content
        == folder.read(plain).content)
  }

  @Test func `a result of runQuery has one document`() throws {
    let line = #"{"document":\#(document(fields())),"readTime":"2025-09-02T00:00:00Z"}"#
    let file = try folder.read(line)
    #expect(file.ids == ["i1"])
    #expect(file.source.counts.byShape == ["rest": 1])
  }

  @Test func `an analytics event's id is the last part of its name`() throws {
    let line = document(
      #""eventId":{"stringValue":"inner"},"gameId":{"stringValue":"g"},"#
        + #""eventType":{"stringValue":"gameView"},"timestamp":{"integerValue":"1756720800"},"#
        + #""anonymousUserId":{"stringValue":"h"}"#, name: "analytics/outer")
    let file = try folder.read(line, of: .analytics)
    #expect(file.ids == ["outer"])
    #expect(file.events.milliseconds == [1_756_720_800_000])
  }

  @Test(arguments: [
    (#"{"fields":{FIELDS,"id":{"stringValue":"inner"}}}"#, "inner"),
    (#"{"name":null,"fields":{FIELDS,"id":{"stringValue":"inner"}}}"#, "inner"),
    (#"{"name":"i2","fields":{FIELDS,"id":{"stringValue":"inner"}}}"#, "i2"),
    (#"{"name":"a/b%2Fc","fields":{FIELDS}}"#, "b%2Fc"),
  ])
  func `the name wins where there is one, else the id among the fields`(
    line: String, id: String
  ) throws {
    #expect(try folder.read(line.replacing("FIELDS", with: fields())).ids == [id])
  }

  @Test(
    arguments: [
      (#"{"timestampValue":"2025-09-01T10:00:00Z"}"#, 1_756_720_800_000),
      (#"{"stringValue":"2025-09-01T12:00:00+02:00"}"#, 1_756_720_800_000),
      (#"{"integerValue":"1756720800"}"#, 1_756_720_800_000),
      (#"{"integerValue":1756720800123}"#, 1_756_720_800_123),
      (#"{"doubleValue":1756720800.5}"#, 1_756_720_800_500),
      (
        #"{"mapValue":{"fields":{"_seconds":{"integerValue":"1756720800"},"#
          + #""_nanoseconds":{"integerValue":"7000000"}}}}"#, 1_756_720_800_007
      ),
    ] as [(String, Int64)])
  func `a timestamp may have any type that represents one`(value: String, meant: Int64) throws {
    let line = document(
      fields().replacing(#"{"timestampValue":"2025-09-01T10:00:00.250123456Z"}"#, with: value))
    #expect(try folder.read(line).events.milliseconds == [meant])
  }

  @Test(arguments: [
    (#"{"integerValue":"4"}"#, Float(4)), (#"{"integerValue":4}"#, 4),
    (#"{"doubleValue":4}"#, 4), (#"{"doubleValue":4.25}"#, 4.25), (#"{"doubleValue":"4.5"}"#, 4.5),
    (#"{"doubleValue":"1e2"}"#, 100), (#"{"integerValue":"-0"}"#, 0),
  ])
  func `a number may be a text`(value: String, meant: Float) throws {
    let events = try folder.read(document(fields(#","viewDuration":\#(value)"#))).events
    #expect(events[.viewSeconds] == [meant])
    #expect(events[.viewSeconds].first?.sign == .plus)
  }

  @Test(arguments: [
    (#"{"doubleValue":"NaN"}"#, "badNumber"),
    (#"{"doubleValue":"Infinity"}"#, "numberOutOfRange"),
    (#"{"doubleValue":"-Infinity"}"#, "numberOutOfRange"),
    (#"{"doubleValue":"-1"}"#, "numberOutOfRange"),
    (#"{"integerValue":"90000"}"#, "numberOutOfRange"),
    (#"{"integerValue":18446744073709551615}"#, "numberOutOfRange"),
    (#"{"integerValue":"NaN"}"#, "badNumber"), (#"{"integerValue":"4.5"}"#, "badNumber"),
    (#"{"integerValue":4.5}"#, "badNumber"), (#"{"integerValue":""}"#, "badNumber"),
    (#"{"integerValue":"01"}"#, "badNumber"), (#"{"integerValue":"0x10"}"#, "badNumber"),
    (#"{"integerValue":"+4"}"#, "badNumber"), (#"{"integerValue":" 4"}"#, "badNumber"),
    (#"{"integerValue":"9223372036854775808"}"#, "badNumber"),
    (#"{"doubleValue":"1e999"}"#, "badNumber"), (#"{"doubleValue":"nan"}"#, "badNumber"),
    (#"{"doubleValue":"1."}"#, "badNumber"), (#"{"doubleValue":".5"}"#, "badNumber"),
    (#"{"doubleValue":"4 s"}"#, "badNumber"), (#"{"integerValue":true}"#, "wrongType"),
    (#"{"stringValue":"4"}"#, "wrongType"), (#"{"booleanValue":true}"#, "wrongType"),
    (#"{"bytesValue":"4"}"#, "wrongType"), ("4", "wrongType"), ("null", "wrongType"),
    ("{}", "wrongType"), (#"{"integerValue":"4","doubleValue":4}"#, "wrongType"),
    (#"{"arrayValue":{"values":[{"integerValue":"4"}]}}"#, "wrongType"),
    (#"{"mapValue":{"fields":{}}}"#, "wrongType"), (#"{"mapValue":{}}"#, "wrongType"),
  ])
  func `an invalid number is rejected with the reason`(value: String, reason: String) throws {
    #expect(
      try fault(document(fields(#","viewDuration":\#(value)"#))) == "\(reason) viewDuration")
  }

  @Test func `a null value is an absent one`() throws {
    let null = #"{"nullValue":null}"#
    #expect(
      try folder.read(document(fields(#","viewDuration":\#(null)"#))).events[.viewSeconds]
        .first?.isNaN == true)
    #expect(
      try fault(document(fields().replacing(#"{"stringValue":"u1"}"#, with: null)))
        == "missingField userId")
  }

  @Test(arguments: [
    (#"{"integerValue":"7"}"#, "wrongType"), (#"{"stringValue":""}"#, "emptyId"),
    (#"{"stringValue":7}"#, "wrongType"), (#"{"stringValue":"a\u0007"}"#, "controlCharacter"),
    (#""u1""#, "wrongType"), (#"{"referenceValue":"users/u1"}"#, "wrongType"),
  ])
  func `an id must be a text`(value: String, reason: String) throws {
    #expect(
      try fault(document(fields().replacing(#"{"stringValue":"u1"}"#, with: value)))
        == "\(reason) userId")
  }

  @Test(arguments: [
    #"{"stringValue":"rpg"}"#, #"{"arrayValue":{"values":["rpg"]}}"#, #"{"arrayValue":[]}"#,
    #"{"arrayValue":{"values":{}}}"#, #"["rpg"]"#,
    #"{"arrayValue":{"values":[{"stringValue":"rpg"},{"nullValue":null}]}}"#,
    #"{"arrayValue":{"values":[{"arrayValue":{"values":[]}}]}}"#,
  ])
  func `a list must be an array of texts`(value: String) throws {
    #expect(try fault(document(fields(#","gameTags":\#(value)"#))) == "wrongType gameTags")
  }

  @Test(arguments: [
    (#"{"name":"a/","fields":{FIELDS}}"#, "emptyId id"),
    (#"{"name":"","fields":{FIELDS}}"#, "emptyId id"),
    (#"{"name":7,"fields":{FIELDS}}"#, "wrongType name"),
    (#"{"name":"a/b\u0000","fields":{FIELDS}}"#, "controlCharacter id"),
    (#"{"name":"a/b","name":"c","fields":{FIELDS}}"#, "duplicateKey name"),
    (#"{"name":"a/b","fields":{FIELDS},"fields":{}}"#, "duplicateKey fields"),
    (#"{"name":"a/b","fields":{FIELDS,"userId":{"stringValue":"u2"}}}"#, "duplicateKey userId"),
    (#"{"fields":{FIELDS}}"#, "missingField id"),
    (#"{"name":"a/b","fields":{}}"#, "missingField userId"),
    (#"{"document":{"name":"a/b"}}"#, "missingField userId"),
    (#"{"document":{"name":"a/b","fields":7}}"#, "wrongType fields"),
    (#"{"readTime":"2025-09-01T10:00:00Z"}"#, "missingField id"),
    (#"{"document":[]}"#, "missingField id"),
  ])
  func `a document that cannot be used is rejected with the reason`(
    line: String, expected: String
  ) throws {
    #expect(try fault(line.replacing("FIELDS", with: fields())) == expected)
  }

  @Test func `a name with a long path has a short id`() throws {
    let path = String(repeating: "x", count: 1000)
    #expect(try folder.read(document(fields(), name: "\(path)/i9")).ids == ["i9"])
    #expect(try fault(document(fields(), name: "a/\(path)")) == "idTooLong id")
  }
}
