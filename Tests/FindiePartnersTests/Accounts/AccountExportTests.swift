import FindieDomain
import FindiePartners
import FindieTestSupport
import Foundation
import Testing

/// Files of `firebase auth:export`.
struct AccountExportTests {
  private static let now = Timestamp(milliseconds: 1_770_000_000_000)
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func read(_ text: String) throws -> AccountExport {
    try AccountExport(file: folder.write(text, to: "auth-export.json"), now: Self.now)
  }

  @Test func `an account has its time and its sign-in methods`() throws {
    let export = try read(
      #"""
      {"users": [
        {"localId": "a", "email": "x\"}]{@example.com", "passwordHash": "{[", "salt": "c2E=",
         "createdAt": "1769900000000", "lastSignedInAt": "1769950000000",
         "providerUserInfo": [{"providerId": "google.com", "rawId": "1"}, {"providerId": "apple.com"}]},
        {"localId": "b", "createdAt": 1769800000000, "providerUserInfo": []},
        {"localId": "c", "phoneNumber": "+15550100", "createdAt": "9999999999999"}
      ]}
      """#)
    #expect(export.accounts.keys.sorted() == ["a", "b", "c"])
    #expect(export.accounts["a"]?.providers == ["apple.com", "google.com", "password"])
    #expect(export.accounts["b"]?.providers == ["anonymous"])
    #expect(export.accounts["b"]?.createdAt?.milliseconds == 1_769_800_000_000)
    // A time in the future is ignored.
    #expect(export.accounts["c"]?.providers == ["phone"])
    #expect(export.accounts["c"]?.createdAt == nil)
    #expect(export.newestActivity?.milliseconds == 1_769_950_000_000)
  }

  @Test(arguments: [
    #""createdAt":1e308"#, #""createdAt":"NaN""#, #""createdAt":9223372036854775807"#,
    #""lastSignedInAt":true"#, #""lastSignedInAt":1e-320"#, #""createdAt":"-9223372036854775808""#,
    #""providerUserInfo":[{"providerId":7}]"#, #""providerUserInfo":"google.com""#,
  ])
  func `a time or a method that cannot be read is counted, and loses no account`(field: String)
    throws
  {
    let export = try read(#"{"users":[{"localId":"a",\#(field)},{"localId":"b","createdAt":5}]}"#)
    #expect(export.accounts.keys.sorted() == ["a", "b"] && export.odd == 1)
    #expect(export.accounts["a"]?.createdAt == nil)
    #expect(export.accounts["b"]?.createdAt?.milliseconds == 5)
  }

  @Test func `accounts are found across the pieces in which a file is read`() throws {
    let padding = String(repeating: "p", count: 700_000)
    let users = (0..<6).map { #"{"localId":"u\#($0)","displayName":"\#(padding)"}"# }
    let export = try read(#"{"kind":"x","users":["# + users.joined(separator: ",") + "]}\n")
    #expect(export.accounts.count == 6)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"users":[]}"#, #"{"foo":1}"#, #"{"users":[{"localId":"a"}"#,
    #"{"users":[{"localId":"a"}]"#,
    #"{"users":[{"email":"a"}]}"#, #"{"users":[{"localId":""}]}"#, #"{"users":[{"localId":7}]}"#,
    #"{"users":[{"localId":"a"]}"#, #"{"users":[]}{}"#, "users",
    #"{"users":[{"localId":"a" "b"}]}"#,
    #"{"a":"# + String(repeating: "[", count: 10_000),
  ])
  func `a damaged file is refused`(text: String) throws {
    #expect(throws: PartnerFailure.self) { try read(text) }
  }

  @Test func `every cut of a file is refused`() throws {
    let text = #"{"users":[{"localId":"a","x":"\""},{"localId":"b","y":{"z":[1]}}]}"#
    for end in text.indices.dropFirst() {
      #expect(throws: PartnerFailure.self, "\(text[..<end])") { try read(String(text[..<end])) }
    }
    #expect(try read(text).accounts.count == 2)
  }
}
