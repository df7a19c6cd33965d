import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

/// The outcomes of lines that violate the data contract.
struct ContractTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The default contract with one field changed.
  private func contract(
    _ name: String, in collection: EventCollection = .interactions,
    _ change: (inout FieldContract) -> Void
  ) -> EventContract {
    var contract = EventContract()
    change(&contract[name, in: collection])
    return contract
  }

  private func interaction(_ more: String) -> String {
    #"{"id":"i","userId":"u","gameId":"g","action":"like","timestamp":1756720800\#(more)}"#
  }

  private func event(_ more: String) -> String {
    #"{"eventId":"e","gameId":"g","eventType":"gameView","timestamp":1756720800,"#
      + #""anonymousUserId":"h"\#(more)}"#
  }

  /// A field that cannot be used: its value in the line, and its fault.
  struct Case: CustomTestStringConvertible {
    let field: String
    let value: String
    let reason: RejectionReason

    init(_ field: String, _ value: String, _ reason: RejectionReason) {
      self.field = field
      self.value = value
      self.reason = reason
    }

    var line: String { #","\#(field)":\#(value)"# }
    var testDescription: String { "\(field) \(value.prefix(20))" }

    static let long = #""\#(String(repeating: "x", count: 257))""#
  }

  /// No column can store any of these.
  static let unholdable = [
    Case("sessionId", "7", .wrongType), Case("sessionId", #""a\u0007""#, .controlCharacter),
    Case("sessionId", Case.long, .idTooLong), Case("sessionId", "{}", .wrongType),
    Case("gameTags", #""rpg""#, .wrongType), Case("gameTags", #"["rpg",7]"#, .wrongType),
    Case("gameTags", #"["rpg","a\u001fb"]"#, .controlCharacter),
    Case("gameTags", "[\(Case.long)]", .idTooLong),
    Case("viewDuration", #""2.5""#, .wrongType), Case("viewDuration", "[2.5]", .wrongType),
    Case("viewDuration", "1e39", .numberOutOfRange), Case("cardPosition", "true", .wrongType),
  ]

  @Test(arguments: unholdable)
  func `by default a broken field rejects its line`(example: Case) throws {
    let file = try folder.read(interaction(example.line))
    #expect(file.ids == [])
    #expect(file.rejected.map(\.reason) == [example.reason])
    #expect(file.rejected.map(\.detail) == [example.field])
    #expect(file.source.counts.warnings == [:])
  }

  @Test(arguments: unholdable, [FieldContract.Breach.warn, .standIn])
  func `a value that no column can store counts as absent, with a warning`(
    example: Case, breach: FieldContract.Breach
  ) throws {
    let file = try folder.read(
      interaction(example.line), contract: contract(example.field) { $0.breach = breach })
    #expect(file.rejected == [])
    #expect(
      file.source.counts.warnings == ["\(example.field).\(example.reason.rawValue)": 1])
    let bare = try folder.read(interaction(""))
    #expect(file.content == bare.content)
  }

  @Test(arguments: [
    ("viewDuration", "90000.5", Float(90000.5)), ("viewDuration", "-1", -1),
    ("cardPosition", "1.5", 1.5), ("cardPosition", "1000001", 1_000_001),
  ])
  func `a number outside its range is stored with a warning`(
    field: String, value: String, expected: Float
  ) throws {
    let file = try folder.read(
      interaction(#","\#(field)":\#(value)"#), contract: contract(field) { $0.breach = .warn })
    let column: NumberColumn = field == "viewDuration" ? .viewSeconds : .cardPosition
    #expect(file.events[column] == [expected])
    #expect(file.source.counts.warnings == ["\(field).numberOutOfRange": 1])
  }

  @Test func `a range of the contract's own replaces the default's`() throws {
    let contract = contract("viewDuration") { $0.range = 1...10 }
    let file = try folder.read(
      [0.5, 1, 10, 10.5].enumerated()
        .map { interaction(#","viewDuration":\#($1)"#).replacing(#""i""#, with: #""\#($0)""#) }
        .joined(separator: "\n"), contract: contract)
    #expect(file.ids == ["1", "2"])
    #expect(file.rejected.map(\.reason) == [.numberOutOfRange, .numberOutOfRange])
  }

  @Test func `without a range the limits of the column apply`() throws {
    let contract = contract("viewDuration") { $0.range = nil }
    let file = try folder.read(
      interaction(#","viewDuration":-3e38"#) + "\n" + interaction(#","viewDuration":4e38"#),
      contract: contract)
    #expect(file.events[.viewSeconds] == [-3e38])
    #expect(file.rejected.map(\.reason) == [.numberOutOfRange])
  }

  @Test func `a field of type number accepts a fraction`() throws {
    let contract = contract("cardPosition") { $0.type = .number }
    let file = try folder.read(interaction(#","cardPosition":1.5"#), contract: contract)
    #expect(file.events[.cardPosition] == [1.5])
  }

  // MARK: - Values

  private func shop(
    _ value: String, _ breach: FieldContract.Breach, standIn: FieldContract.StandIn? = nil
  ) throws -> Reading {
    let contract = contract("shop", in: .analytics) {
      $0.values = ["steam", "itch"]
      $0.breach = breach
      $0.standIn = standIn
    }
    return try folder.read(event(#","shop":\#(value)"#), of: .analytics, contract: contract)
  }

  @Test func `an allowed text is accepted, also an empty one`() throws {
    #expect(try shop(#""itch""#, .reject).events[.shop].text(0) == "itch")
    #expect(try shop(#""""#, .reject).events[.shop].text(0) == "")
    #expect(try shop("null", .reject).rejected == [])
  }

  @Test(arguments: [#""Steam""#, #""steam ""#, #""ste""#, #""epic""#])
  func `a text that is not among the values is not in the contract`(value: String) throws {
    let rejected = try shop(value, .reject).rejected
    #expect(rejected.map(\.reason) == [.notInContract])
    #expect(rejected.map(\.detail) == ["shop"])
  }

  @Test func `a text that is not an allowed value is stored with a warning`() throws {
    let file = try shop(#""epic""#, .warn)
    #expect(file.events[.shop].text(0) == "epic")
    #expect(file.source.counts.warnings == ["shop.notInContract": 1])
  }

  @Test func `a default replaces invalid values only`() throws {
    for (value, expected) in [
      (#""epic""#, "other"), ("7", "other"), (#""itch""#, "itch"), ("null", ""),
    ] {
      let file = try shop(value, .standIn, standIn: .text("other"))
      #expect(file.events[.shop].text(0) == expected)
      #expect(file.source.counts.warnings.values.reduce(0, +) == (expected == "other" ? 1 : 0))
    }
  }

  @Test func `without a default an invalid field is absent`() throws {
    let file = try shop(#""epic""#, .standIn)
    #expect(file.events[.shop].text(0) == "")
    #expect(file.source.counts.warnings == ["shop.notInContract": 1])
  }

  private func genres(
    _ value: String, _ breach: FieldContract.Breach, standIn: FieldContract.StandIn? = nil
  ) throws -> Reading {
    let contract = contract("gameGenres") {
      $0.values = ["rpg", "indie", "action"]
      $0.breach = breach
      $0.standIn = standIn
    }
    return try folder.read(interaction(#","gameGenres":\#(value)"#), contract: contract)
  }

  @Test(arguments: ["[]", #"["rpg"]"#, #"["rpg","","indie"]"#, #"["action","rpg","action"]"#])
  func `a list of allowed values is accepted`(value: String) throws {
    #expect(try genres(value, .reject).rejected == [])
  }

  @Test(arguments: [#"["x"]"#, #"["rpg","x"]"#, #"["x","rpg"]"#, #"["rpg","rp"]"#])
  func `every element of a list must be among the values`(value: String) throws {
    #expect(try genres(value, .reject).rejected.map(\.reason) == [.notInContract])
  }

  @Test func `a list with an element that is not allowed is stored with a warning, or replaced`()
    throws
  {
    let expected = try genres(#"["rpg","x"]"#, .warn)
    #expect(expected.events[.gameGenres].text(0) == "rpg\u{1F}x")
    #expect(expected.source.counts.warnings == ["gameGenres.notInContract": 1])
    let replaced = try genres(#"["rpg","x"]"#, .standIn, standIn: .list(["indie", "", "rpg"]))
    #expect(replaced.events[.gameGenres].text(0) == "indie\u{1F}rpg")
  }

  @Test func `a number's default replaces an invalid one`() throws {
    let contract = contract("viewDuration") {
      $0.breach = .standIn
      $0.standIn = .number(3)
    }
    for (value, expected) in [("-1", Float(3)), (#""x""#, 3), ("2", 2)] {
      let file = try folder.read(interaction(#","viewDuration":\#(value)"#), contract: contract)
      #expect(file.events[.viewSeconds] == [expected])
    }
  }

  // MARK: - Required

  @Test(
    arguments: ["sessionId", "viewDuration", "gameTags"],
    [FieldContract.Breach.reject, .warn, .standIn])
  func `an absent required field is a violation`(
    field: String, breach: FieldContract.Breach
  ) throws {
    let contract = contract(field) {
      $0.isRequired = true
      $0.breach = breach
    }
    for line in [interaction(""), interaction(#","\#(field)":null"#)] {
      let file = try folder.read(line, contract: contract)
      if breach == .reject {
        #expect(file.rejected.map(\.reason) == [.missingField])
        #expect(file.rejected.map(\.detail) == [field])
      } else {
        #expect(file.ids == ["i"])
        #expect(file.source.counts.warnings == ["\(field).missingField": 1])
      }
    }
  }

  @Test func `an empty text counts as absent, an empty list does not`() throws {
    var contract = contract("sessionId") { $0.isRequired = true }
    #expect(
      try folder.read(interaction(#","sessionId":"""#), contract: contract).rejected.map(\.reason)
        == [.missingField])
    contract = EventContract()
    contract["gameTags", in: .interactions].isRequired = true
    #expect(try folder.read(interaction(#","gameTags":[]"#), contract: contract).rejected == [])
  }

  @Test func `a text that must be an id may be absent but not empty`() throws {
    let contract = contract("developerId", in: .analytics) { $0.type = .id }
    func rejected(_ more: String) throws -> [RejectionReason] {
      try folder.read(event(more), of: .analytics, contract: contract).rejected.map(\.reason)
    }
    #expect(try rejected("") == [])
    #expect(try rejected(#","developerId":"d""#) == [])
    #expect(try rejected(#","developerId":"""#) == [.emptyId])
  }

  // MARK: - Counting

  @Test func `violations are counted by field and reason, except those of rejected lines`() throws {
    var contract = EventContract()
    for field in ["sessionId", "viewDuration", "cardPosition"] {
      contract[field, in: .interactions].breach = .warn
    }
    let file = try folder.read(
      [
        interaction(#","sessionId":7,"viewDuration":-1,"cardPosition":-1"#),
        interaction(#","sessionId":7,"gameTags":7"#), interaction(#","viewDuration":-2"#),
        interaction(""), #"{"sessionId":7,"userId":"u"}"#,
      ].joined(separator: "\n"), contract: contract)
    let counts = file.source.counts
    #expect(
      counts.warnings == [
        "sessionId.wrongType": 1, "viewDuration.numberOutOfRange": 2,
        "cardPosition.numberOutOfRange": 1,
      ])
    #expect(counts.rejectedByReason == ["wrongType": 1, "missingField": 1])
    #expect(counts.byShape == ["plain": 3])
    #expect(counts.accepted + counts.duplicate == 3)
    #expect(counts.isBalanced)
  }

  @Test func `a contract applies to every shape`() throws {
    let contract = contract("deviceType", in: .analytics) {
      $0.values = ["mobile"]
      $0.breach = .warn
    }
    let file = try folder.read(
      [
        event(#","deviceType":"tv""#), #"{"id":"w","data":\#(event(#","deviceType":"tv""#))}"#,
        #"{"name":"analytics/r","fields":{"gameId":{"stringValue":"g"},"#
          + #""eventType":{"stringValue":"gameView"},"timestamp":{"integerValue":"1"},"#
          + #""anonymousUserId":{"stringValue":"h"},"deviceType":{"stringValue":"tv"}}}"#,
        #"{"event_name":"share","event_timestamp":1,"user_id":"u","device":{"category":"tv"},"#
          + #""event_params":[{"key":"item_id","value":{"string_value":"g"}}]}"#,
      ].joined(separator: "\n"), of: .analytics, contract: contract)
    #expect(file.ids.count == 4)
    #expect(file.source.counts.warnings == ["deviceType.notInContract": 4])
  }

  @Test func `shapes and warnings add up over files`() {
    var one = LineCounts()
    one.byShape = ["plain": 2]
    one.warnings = ["a.b": 1]
    var sum = one
    sum += one
    #expect(sum.byShape == ["plain": 4])
    #expect(sum.warnings == ["a.b": 2])
  }

  // MARK: - The contract as a value

  @Test func `the default contract has a field for each column and identity`() {
    #expect(EventContract().fields(of: .interactions).count == 11)
    #expect(EventContract().fields(of: .analytics).count == 15)
    for collection in EventCollection.allCases {
      let fields = EventContract().fields(of: collection)
      #expect(fields.count { $0.isIdentity } == 5)
      #expect(fields.allSatisfy { $0.isRequired == $0.isIdentity })
      // A line without a known country is as good as one without a country.
      #expect(fields.allSatisfy { ($0.breach == .warn) == ($0.type == .country) })
      #expect(fields.allSatisfy { $0.possibleTypes.contains($0.type) })
    }
  }
}
