import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Files that are a JSON array.
struct ArrayTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pretty(_ id: String) -> String {
    line("ID").replacing(",", with: ",\n    ").replacing("{", with: "{\n    ")
      .replacing("}", with: "\n  }").replacing("ID", with: id)
  }

  @Test(arguments: [1, 2, 3, 11, 64, 1 << 18])
  func `the elements of an array are events, however they are written`(chunk: Int) throws {
    let ids = ["a", "b,]}", "c"]
    let texts = [
      "[" + ids.map { line($0) }.joined(separator: ",") + "]",
      "[\n" + ids.map { line($0) }.joined(separator: ",\n") + "\n]\n",
      "  [\r\n  " + ids.map { pretty($0) }.joined(separator: ",\r\n  ") + "\r\n]",
      "\u{FEFF}[ " + ids.map { pretty($0) }.joined(separator: " , ") + " ]",
      // Pages of an API, one after the other, and lines after them.
      "[" + line(ids[0]) + "]\n[]\n[" + pretty(ids[1]) + "] \n" + line(ids[2]) + "\n",
    ]
    for text in texts {
      for bytes in [Array(text.utf8), gzipMember(Array(text.utf8))] {
        for threads in [1, 2] {
          let file = try folder.read(bytes, chunk: chunk, sliceBytes: 1, threads: threads)
          #expect(file.ids == ids, "\(text)")
          #expect(file.source.counts.read == 3)
          #expect(file.rejected == [])
        }
      }
    }
  }

  @Test func `an array of any size is read once, whatever the slices`() throws {
    let text = "[" + (0..<6000).map { pretty("i\($0)") }.joined(separator: ",") + "]"
    let whole = try folder.read(Array(text.utf8))
    #expect(whole.source.counts.accepted == 6000)
    #expect(text.utf8.count > 8 << 16)
    for threads in [1, 3] {
      let cut = try folder.read(Array(text.utf8), sliceBytes: 1 << 16, threads: threads)
      #expect(cut.everything == whole.everything)
    }
  }

  @Test func `a bad element is a rejected line with its place, and the others are read`() throws {
    var limits = IngestLimits()
    limits.eventLineBytes = 400
    let long = #"{"x":""# + String(repeating: "y", count: 5000) + #""}"#
    let bad = [
      #"{"id":}"#, "7", #""text, [with] {all}\" of it""#, "null", #"[1,[2]]"#, long, "}",
      #"{"id":"unfinished"#,
    ]
    let text = "[\n" + (bad + [line("a")]).joined(separator: ",\n") + ",\n" + line("b") + "\n]"
    for chunk in [1, 13, 1 << 18] {
      let file = try folder.read(Array(text.utf8), limits: limits, chunk: chunk)
      #expect(file.ids == ["a", "b"])
      #expect(
        file.rejected.map(\.reason) == [
          .notJSON, .notAnObject, .notAnObject, .notAnObject, .notAnObject, .lineTooLong, .notJSON,
          .notJSON,
        ])
      #expect(file.rejected.map(\.line) == Array(2...9))
      #expect(file.rejected[5].length == long.utf8.count)
      #expect(file.rejected[0].byteOffset == 2)
      #expect(file.rejected[1].byteOffset == 2 + bad[0].utf8.count + 2)
    }
  }

  @Test func `a rejected element has no line ends, so that it is a line of NDJSON`() throws {
    let file = try folder.read("[\n" + pretty("a").replacing("like", with: "lke") + "]")
    #expect(file.rejected.map(\.reason) == [.unknownAction])
    #expect(file.rejected.allSatisfy { !$0.bytes.contains(0x0A) })
  }

  @Test func `an array without its end is a truncated file`() throws {
    let begun = "[" + line("a")
    for text in [begun + "," + line("b").dropLast(), begun + ",\n", begun] {
      let file = try folder.read(text)
      #expect(file.ids == ["a"])
      #expect(file.rejected.map(\.reason) == [.truncatedFile])
      #expect(
        BadShareLimit().breach(by: file.source.counts, of: "f", quarantine: nil)?.isCut == true)
    }
  }

  @Test func `an empty array has no lines, and an array of other values is a bad line`() throws {
    for text in ["[]", " [\n]\n"] { #expect(try folder.read(text).source.counts == LineCounts()) }
    for text in ["[1,2]", #"["id","userId"]"# + "\n" + line("a"), "[]\n" + line("a")] {
      #expect(try folder.read(text).rejected.map(\.reason) == [.notAnObject])
    }
    // Inside a file of lines too.
    let file = try folder.read(line("a") + "\n[" + line("b") + "]\n")
    #expect(file.rejected.map(\.reason) == [.notAnObject])
  }

  @Test func `a catalogue may be an array`() throws {
    let games = ["g1", "g2"].map {
      #"{"id":"\#($0)","title":"T","developerId":"d","releaseStatus":"released"}"#
    }
    try folder.write("[\n" + games.joined(separator: ",\n") + "\n]", to: "in/games.ndjson")
    let read = try CatalogueReader(limits: IngestLimits()).read(
      InputFolder(scanning: folder.url.appending(path: "in")), workers: Workers(threads: 1))
    #expect(read.games.records.map(\.id) == ["g1", "g2"])
  }
}
