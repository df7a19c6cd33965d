import FindieText
import FindieWorkspace
import FindieDomain
import FindieModels
import FindieNight
import FindieCommands
import FindieTestSupport
import Foundation
import Testing

/// Two nights of one day, file by file.
struct ReproductionTests {
  private func comparison(
    _ published: String?, _ reproduced: String?
  ) throws -> FileComparison {
    let folder = try TemporaryFolder()
    if let published { try folder.write(published, to: "published") }
    if let reproduced { try folder.write(reproduced, to: "reproduced") }
    return try FileComparison(
      "list.ndjson", published: folder.url.appending(path: "published"),
      reproduced: folder.url.appending(path: "reproduced"))
  }

  @Test func `equal bytes are equal, by SHA-256`() throws {
    let comparison = try comparison("abc", "abc")
    #expect(comparison.isEqual)
    // The digest of "abc" in FIPS 180-4's example.
    #expect(
      comparison.published?.hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(comparison.firstDifference == nil)
  }

  @Test func `the first line that differs is named with its content`() throws {
    let difference = try #require(
      comparison("one\ntwo 2\nthree\n", "one\ntwo 3\nfour\n").firstDifference)
    #expect((difference.line, difference.byte) == (2, 4))
    #expect((difference.published, difference.reproduced) == ("two 2", "two 3"))
  }

  @Test func `a file that ends before the other differs at its end`() throws {
    let shorter = try #require(comparison("one\n", "one\ntwo\n").firstDifference)
    #expect((shorter.line, shorter.byte) == (2, 0))
    #expect((shorter.published, shorter.reproduced) == (nil, "two"))
    let cut = try #require(comparison("one\ntwo\n", "one\ntw").firstDifference)
    #expect((cut.line, cut.byte) == (2, 2))
    #expect((cut.published, cut.reproduced) == ("two", nil))
  }

  @Test func `a file that exists on one side only has no line`() throws {
    for comparison in [try comparison("a", nil), try comparison(nil, "a")] {
      #expect(!comparison.isEqual)
      #expect(comparison.firstDifference == nil)
    }
    #expect(try comparison(nil, nil).isEqual == false)
  }

  @Test func `a difference after the first piece has the right line number`() throws {
    // 40,000 lines of 64 bytes: 2.4 MB, read in pieces of a megabyte; the last line but one
    // differs.
    let line = String(repeating: "x", count: 63) + "\n"
    let lines = String(repeating: line, count: 39_998)
    let difference = try #require(
      comparison(lines + "before a\n" + line, lines + "before b\n" + line).firstDifference)
    #expect((difference.line, difference.byte) == (39_999, 7))
    #expect((difference.published, difference.reproduced) == ("before a", "before b"))
  }

  @Test func `of a long line only the part around the difference is shown`() throws {
    let (left, right) = (String(repeating: "l", count: 200), String(repeating: "r", count: 200))
    let difference = try #require(
      comparison(left + "1" + right, left + "2" + right).firstDifference)
    #expect(difference.byte == 200)
    #expect(
      difference.published
        == "…" + String(repeating: "l", count: 48) + "1" + String(repeating: "r", count: 47) + "…")
  }

  @Test func `control characters are shown by their code`() throws {
    let difference = try #require(comparison("a\u{1B}[2J1", "a\u{1B}[2J2").firstDifference)
    #expect(difference.published == "a\\u{1B}[2J1")
  }

  private func reproduction(
    isEqual: Bool, changedDays: [Day] = [], usesPresentHistory: Bool = false,
    presentVersions: [String: String] = ["blas": "A"]
  ) throws -> Reproduction {
    Reproduction(
      day: try #require(Day("2026-04-01")),
      files: [try comparison("one\n", isEqual ? "one\n" : "two\n")], hasReports: false,
      changedDays: changedDays, usesPresentHistory: usesPresentHistory,
      versions: ["blas": "A"], presentVersions: presentVersions)
  }

  @Test func `a changed input, another BLAS and a difference are each reported`() throws {
    let same = try reproduction(isEqual: true).answer.text
    #expect(same.contains("The night of 2026-04-01 is reproduced exactly: 1 file."))
    #expect(!same.contains("Changed inputs") && !same.contains("Changed version"))
    let text = try reproduction(
      isEqual: false, changedDays: [try #require(Day("2026-03-05"))], usesPresentHistory: true,
      presentVersions: ["blas": "B"]
    ).answer.text
    #expect(text.contains("differs in 1 of 1 file."))
    #expect(
      text.contains(
        "Changed inputs: the events of 2026-03-05. The night's own events are no longer stored"))
    #expect(text.contains("Changed version of BLAS: A before, B now"))
    #expect(text.contains("list.ndjson: first at line 1, byte 0"))
  }

  @Test func `many changed days are counted, not listed`() throws {
    let days = (1...31).compactMap { Day("2026-03-\($0 < 10 ? "0" : "")\($0)") }
    let text = try reproduction(isEqual: true, changedDays: days).answer.text
    #expect(text.contains("2026-03-10 and 21 more days"))
    #expect(!text.contains("2026-03-11"))
  }

  @Test func `parameters and contract are encoded and decoded unchanged`() throws {
    var parameters = NightParameters()
    parameters.als.rank = 7
    parameters.matrix.halfLifeInDays = 0.1
    let again = try JSONDecoder().decode(
      NightParameters.self, from: Data(canonicalJSON(parameters).utf8))
    #expect(again == parameters)
    let contract = try DataContract(
      yaml: "interactions: {viewDuration: {range: [0.1, 9], breach: default, default: 1}}")
    #expect(
      try JSONDecoder().decode(DataContract.self, from: Data(canonicalJSON(contract).utf8))
        == contract)
  }
}
