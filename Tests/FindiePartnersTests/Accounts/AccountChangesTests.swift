import FindieDomain
import FindiePartners
import Testing

/// Accounts that a later export lacks.
struct AccountChangesTests {
  private static let ids = (0..<200).map { "u\($0)" }.sorted()
  private static let all = Set(ids.map { ExactText($0) })

  @Test func `missing accounts are deleted, and return when they are exported again`() throws {
    let first = try AccountChanges().next(Self.all) { _ in false }
    #expect(first.current == Self.ids && first.deleted.isEmpty)
    let second = try first.next(Self.all.subtracting(["u7", "u8"])) { _ in false }
    #expect(second.deleted == ["u7", "u8"])
    // The list stays until the players are forgotten.
    let third = try second.next(Self.all.subtracting(["u7", "u9"])) { $0 == "u9" }
    #expect(third.deleted == ["u7"])
    #expect(!third.current.contains("u9") && third.current.contains("u8"))
    #expect(try third.next(Self.all.subtracting(["u7"])) { $0 == "u7" }.deleted.isEmpty)
  }

  @Test func `an account whose id has other bytes is another one`() throws {
    // A decomposed and a composed ä.
    let known = AccountChanges(current: ["j\u{61}\u{308}n"])
    let next = try known.next(["j\u{E4}n"]) { _ in false }
    #expect(next.current.map { ExactText($0) } == ["j\u{E4}n"])
    #expect(next.deleted.map { ExactText($0) } == ["j\u{61}\u{308}n"])
  }

  @Test(arguments: [(200, 20), (200, 21), (5, 5), (50, 11), (50, 10)])
  func `an export that lacks more than a tenth, and more than ten, changes nothing`(
    count: Int, missing: Int
  ) throws {
    let known = AccountChanges(current: Array(Self.ids.prefix(count)))
    let rest = Set(Self.ids.prefix(count).dropFirst(missing).map { ExactText($0) })
    if missing > max(10, count / 10) {
      #expect(throws: PartnerFailure.self) { try known.next(rest) { _ in false } }
    } else {
      #expect(try known.next(rest) { _ in false }.deleted.count == missing)
    }
  }
}
