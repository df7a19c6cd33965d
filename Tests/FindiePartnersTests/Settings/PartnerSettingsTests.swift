import FindiePartners
import FindieWorkspace
import Foundation
import Testing

/// The settings of partners.
struct PartnerSettingsTests {
  private func problems(of yaml: String) -> [String] {
    do {
      _ = try PartnerSettings(yaml: yaml)
      return []
    } catch {
      return error.problems
    }
  }

  @Test(arguments: ["", "\n", "# nothing\n", "endpoints:\ncountries: [US]\n"])
  func `without settings the documented addresses and limits hold`(yaml: String) throws {
    let settings = try PartnerSettings(yaml: yaml)
    #expect(settings.endpoint(.steamStore).address == "https://store.steampowered.com")
    #expect(settings.endpoint(.igdb).requests == 4 && settings.endpoint(.igdb).seconds == 1.1)
    #expect(settings.countries == ["US"])
    #expect(settings.maximumAge.details == 7 * 86_400)
  }

  @Test func `a file changes what it names`() throws {
    let settings = try PartnerSettings(
      yaml: """
        endpoints:
          steamStore: {address: "http://127.0.0.1:8080/steam/", requests: 7, seconds: 2.5}
          itchPages: {address: "http://localhost:8080/pages/{name}", requestsPerRun: 9}
        countries: [DE, US]
        maximumAgeInHours: {prices: 0.5, details: 0}
        """)
    let store = settings.endpoint(.steamStore)
    #expect(store.address == "http://127.0.0.1:8080/steam" && store.requests == 7)
    #expect(store.seconds == 2.5 && store.requestsPerRun == 2000)
    let pages = settings.endpoint(.itchPages).named("a studio")
    #expect(pages.address == "http://localhost:8080/pages/a%20studio" && pages.requestsPerRun == 9)
    #expect(settings.countries == ["DE", "US"])
    #expect(settings.maximumAge.prices == 1800 && settings.maximumAge.details == 0)
    #expect(settings.maximumAge.wishlists == 20 * 3600)
  }

  @Test func `every problem is reported at once`() {
    let found = problems(
      of: """
        endpoints:
          steamstore: {requests: 5}
          igdb: {address: "ftp://igdb.example", requests: 0, seconds: -1, requestsPerRun: -1}
          itch: {adress: "https://itch.example", requests: many, seconds: [1]}
          twitch: 5
        countries: [us, US, US]
        maximumAgeInHours: {prices: -1, details: .nan, wishlist: 4}
        proxies: none
        """)
    let expected = [
      "endpoints.steamstore (line 2) is unknown, did you mean endpoints.steamStore?",
      "endpoints.igdb.address (line 3) must be an https URL without user, query and fragment",
      "endpoints.igdb.requests (line 3) is '0', but must be a whole number from 1 to 1000000",
      "endpoints.igdb.seconds (line 3) is '-1', but must be a number from 0.001 to 86400",
      "endpoints.igdb.requestsPerRun (line 3) is '-1', but must be a whole number from 0 to "
        + "1000000000",
      "endpoints.itch.adress (line 4) is unknown, did you mean endpoints.itch.address?",
      "endpoints.itch.requests (line 4) is 'many', but must be a whole number from 1 to 1000000",
      "endpoints.itch.seconds (line 4) is [1], but must be a number from 0.001 to 86400",
      "endpoints.twitch (line 5) is '5', but must be a section",
      "countries (line 6) is [us, US, US], but must be a list of different codes of two capital "
        + "letters, such as [US, DE]",
      "maximumAgeInHours.prices (line 7) is '-1', but must be a number from 0 to 87600",
      "maximumAgeInHours.details (line 7) is '.nan', but must be a number from 0 to 87600",
      "maximumAgeInHours.wishlist (line 7) is unknown, did you mean maximumAgeInHours.wishlists?",
      "proxies (line 8) is unknown",
    ]
    #expect(found.sorted() == expected.sorted())
  }

  @Test(arguments: [
    "http://shop.example", "http://127.0.0.1.shop.example", "https://", "https:", "shop.example",
    "file:///etc", "https://user:word@shop.example", "https://shop.example?key=1",
    "https://shop.example#top", "https://shop example", "https://{name}.example", "",
  ])
  func `an address must be HTTPS, or HTTP on this machine`(address: String) {
    let found = problems(of: "endpoints: {igdb: {address: \"\(address)\"}}")
    let start = "endpoints.igdb.address (line 1) must"
    #expect(found.count == 1 && found.allSatisfy { $0.hasPrefix(start) })
  }

  @Test(arguments: [
    "http://127.0.0.1:80", "http://localhost", "http://[::1]:8080/x", "https://shop.example/v1/",
    "HTTPS://shop.example".lowercased(),
  ])
  func `other addresses are accepted`(address: String) {
    #expect(problems(of: "endpoints: {igdb: {address: \"\(address)\"}}") == [])
  }

  @Test func `the file of defaults has every setting with its default`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Pipelines/partners.yaml").standardizedFileURL
    let settings = try PartnerSettings(file: file)
    for setting in PartnerSettings.settings {
      #expect(setting.text(settings) == setting.text(PartnerSettings()), "\(setting.path)")
    }
    let yaml = try String(contentsOf: file, encoding: .utf8)
    for name in PartnerSettings.EndpointName.allCases { #expect(yaml.contains(name.rawValue)) }
  }

  @Test func `the address of pages names the player`() {
    let found = problems(of: "endpoints: {itchPages: {address: \"https://itch.example\"}}")
    #expect(found == ["endpoints.itchPages.address (line 1) must contain {name}"])
  }

  @Test(arguments: [
    "a: [", "\t", "endpoints: &a [*a", "- list", "text", "endpoints: {igdb: {}, igdb: {}}",
    "countries: US", "countries: []", "countries: [[US]]", "maximumAgeInHours: 1e999",
  ])
  func `what is not such a file is a problem and nothing worse`(yaml: String) {
    #expect(problems(of: yaml) != [])
  }
}
