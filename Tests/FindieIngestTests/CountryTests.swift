import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import Testing

/// The country of analytics events.
struct CountryTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func event(_ number: Int, _ more: String) -> String {
    #"{"eventId":"e\#(number)","gameId":"g","eventType":"gameView","#
      + #""timestamp":\#(1_756_720_800 + number),"anonymousUserId":"h"\#(more)}"#
  }

  private func read(
    _ fields: [String], contract: EventContract = EventContract()
  ) throws -> (countries: [String], counts: LineCounts) {
    let lines = fields.enumerated().map { event($0, $1) }
    let file = try folder.read(
      lines.joined(separator: "\n"), of: .analytics, contract: contract)
    let events = file.events
    return ((0..<events.count).map { events[.country].text($0) }, file.source.counts)
  }

  @Test func `a code in any case and an English name are the code`() throws {
    let (countries, counts) = try read(
      ["DE", "de", "De", "dE", "Germany", "Türkiye", "Turkey", "Côte d’Ivoire", "XK"].map {
        #","country":"\#($0)""#
      } + [#","country":"Bosnia \u0026 Herzegovina""#])
    #expect(countries == ["DE", "DE", "DE", "DE", "DE", "TR", "TR", "CI", "XK", "BA"])
    #expect(counts.warnings == [:])
  }

  @Test func `a text that is no country is left out of a line with a list, too`() throws {
    let list = #","userGenrePreferences":["rpg","puzzle"],"country":"#
    let (countries, counts) = try read([list + #""ZZ""#, list + #""DE""#])
    #expect(countries == ["", "DE"])
    #expect(counts.accepted == 2)
  }

  @Test func `an absent country has no warning`() throws {
    let (countries, counts) = try read(["", #","country":null"#, #","country":"""#])
    #expect(countries == ["", "", ""])
    #expect(counts.warnings == [:])
  }

  @Test func `another value counts as absent, with a warning`() throws {
    let values = [#""ZZ""#, #""Atlantis""#, #""DEU""#, "7", #"["DE"]"#, #""D\u0000""#]
    let (countries, counts) = try read(values.map { #","country":\#($0)"# })
    #expect(countries == values.map { _ in "" })
    #expect(
      counts.warnings == [
        "country.notInContract": 3, "country.wrongType": 2, "country.controlCharacter": 1,
      ])
    #expect(counts.accepted == 6)
  }

  @Test func `a contract may reject other values`() throws {
    var contract = EventContract()
    contract["country", in: .analytics].breach = .reject
    let (countries, counts) = try read(
      [#","country":"ZZ""#, #","country":"jp""#], contract: contract)
    #expect(countries == ["JP"])
    #expect(counts.rejectedByReason == ["notInContract": 1])
  }

  @Test(arguments: [
    (#"{"country":"South Korea"}"#, "KR"), (#"{"country":"(not set)"}"#, ""),
    (#"{"country":""}"#, ""), ("null", ""), (#"{"region":"Bavaria"}"#, ""),
  ])
  func `Google Analytics writes names, and "not set" for none`(
    geo: String, country: String
  ) throws {
    let file = try folder.read(
      #"{"event_name":"share","event_timestamp":1,"user_id":"u","geo":\#(geo),"#
        + #""event_params":[{"key":"item_id","value":{"string_value":"g"}}]}"#, of: .analytics)
    #expect(file.events[.country].text(0) == country)
    #expect(file.source.counts.warnings == [:])
  }

  @Test func `each country has one name, and each name one country`() {
    #expect(Country.names.count == 250)
    #expect(Set(Country.names.values).count == 250)
    #expect(Country.names.keys.allSatisfy { Country.codes[$0] == $0 })
    #expect(Country.names.allSatisfy { Country.codes[$1] == $0 })
    // FNV-1a of all names: reports show them, and another version of CLDR may change some.
    let lines = Country.names.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)\n" }
    let hash = lines.joined().utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    #expect(hash == 0xEAFF_A1FA_9DF8_997C)
  }
}
