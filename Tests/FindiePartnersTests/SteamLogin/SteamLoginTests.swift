import FindiePartners
import Testing

struct SteamLoginTests {
  @Test func `the address asks Steam for any account`() throws {
    let login = try SteamLogin(
      returnTo: "https://example.com/login?state=a%20b&x=1", realm: "https://example.com/")
    #expect(
      login.address
        == "https://steamcommunity.com/openid/login?"
        + "openid.ns=http%3A%2F%2Fspecs.openid.net%2Fauth%2F2.0&openid.mode=checkid_setup"
        + "&openid.return_to=https%3A%2F%2Fexample.com%2Flogin%3Fstate%3Da%2520b%26x%3D1"
        + "&openid.realm=https%3A%2F%2Fexample.com%2F"
        + "&openid.identity=http%3A%2F%2Fspecs.openid.net%2Fauth%2F2.0%2Fidentifier_select"
        + "&openid.claimed_id=http%3A%2F%2Fspecs.openid.net%2Fauth%2F2.0%2Fidentifier_select")
  }

  @Test(arguments: [
    ("https://example.com", "https://example.com/"),
    ("https://example.com/a", "https://example.com"),
    ("https://EXAMPLE.com:443/a/b?c=d", "https://example.com/a"),
    ("https://example.com/a", "https://example.com/a"),
    ("https://example.com/a/b", "https://example.com/a/"),
    ("https://example.com:8443/a", "https://example.com:8443/"),
  ])
  func `a return URL within the realm is accepted`(returnTo: String, realm: String) throws {
    _ = try SteamLogin(returnTo: returnTo, realm: realm)
  }

  @Test(arguments: [
    ("https://example.org/", "https://example.com/"),
    ("https://www.example.com/", "https://example.com/"),
    ("https://example.com.evil.example/", "https://example.com/"),
    ("https://example.com:8443/", "https://example.com/"),
    ("https://example.com/ab", "https://example.com/a"),
    ("https://example.com/", "https://example.com/a"),
    ("https://example.com/A", "https://example.com/a"),
  ])
  func `a return URL outside of the realm is refused`(returnTo: String, realm: String) {
    #expect(throws: LoginRefusal.outside) {
      try SteamLogin(returnTo: returnTo, realm: realm)
    }
  }

  private static let wrong = [
    "http://example.com/", "example.com", "/login", "", "https://", "https:///a",
    "https://user@example.com/", "https://user:x@example.com/", "https://example.com/#a",
    "https://example.com/a b", "https://example.com/é", "https://*.example.com/",
    "https://example.com/a/../b", "https://example.com/a/%2e%2E/b", "https://example.com/./b",
    "javascript:alert(1)", "https://example.com/\n",
  ]

  @Test(arguments: wrong)
  func `a realm that is not a plain https URL is refused`(realm: String) {
    #expect(throws: LoginRefusal.realm) {
      try SteamLogin(returnTo: "https://example.com/", realm: realm)
    }
  }

  @Test(arguments: wrong)
  func `a return URL that is not a plain https URL is refused`(returnTo: String) {
    #expect(throws: LoginRefusal.returnTo) {
      try SteamLogin(returnTo: returnTo, realm: "https://example.com/")
    }
  }

  @Test func `a realm with a query is refused`() {
    #expect(throws: LoginRefusal.realm) {
      try SteamLogin(returnTo: "https://example.com/?a=b", realm: "https://example.com/?a=b")
    }
  }
}
