import FindieDomain
import FindieHistory
import FindieIngest
import FindieTestSupport
import FindieWorkers
import Foundation
import Testing

/// Every case of `Hostile` is read, and the outcome is compared with the case's expectation.
struct HostileCorpusTests {
  @Test(arguments: HostileCase.all)
  func `every hostile case has its expected outcome`(hostile: HostileCase) throws {
    let folder = try TemporaryFolder()
    let expected = hostile.expected
    let outcome = try Outcome(of: hostile.write(to: folder), as: expected.collection)
    #expect(outcome.failure == expected.failure, "\(expected.why)")
    #expect(outcome.read == expected.read, "\(expected.why)")
    #expect(outcome.accepted == expected.accepted, "\(expected.why)")
    #expect(outcome.duplicate == expected.duplicate, "\(expected.why)")
    #expect(outcome.ignored == expected.ignored, "\(expected.why)")
    #expect(outcome.rejected == expected.rejected, "\(expected.why)")
    #expect(outcome.ids == expected.ids.map { ExactText($0) }, "\(expected.why)")
    if let instants = expected.instants { #expect(outcome.instants == instants) }
    if let conflicts = expected.conflicts { #expect(outcome.conflicts == conflicts) }
    if let shapes = expected.shapes, let found = outcome.shapes { #expect(found == shapes) }
  }

  @Test(arguments: HostileCase.all)
  func `every hostile case reads the same in chunks of any size`(hostile: HostileCase) throws {
    let expected = hostile.expected
    guard expected.failure == nil else { return }
    let folder = try TemporaryFolder()
    let url = try hostile.write(to: folder)
    let whole = try read(url, as: expected.collection).everything
    // A line of 100 MB in bytes read one by one would be a long test of little.
    for chunk in expected.large == true ? [1 << 16, 1 << 20] : [1, 3, 61, 4096] {
      let cut = try read(url, as: expected.collection, chunk: chunk).everything
      #expect(cut == whole, "in chunks of \(chunk)")
    }
  }

  @Test(arguments: HostileCase.all.filter { $0.name.hasSuffix(".ndjson") })
  func `every hostile case reads the same when it is compressed`(hostile: HostileCase) throws {
    let folder = try TemporaryFolder()
    let expected = hostile.expected
    let plain = try Outcome(of: hostile.write(to: folder), as: expected.collection)
    let bytes = hostile.bytes
    for (compressed, ending) in [(gzipMember(bytes), "gz"), (zstdFrame(bytes), "zst")] {
      let url = try folder.write(compressed, to: "file.ndjson.\(ending)")
      #expect(try Outcome(of: url, as: expected.collection) == plain, "as \(ending)")
    }
  }

  @Test func `the corpus has hundreds of cases, each with a name and a sound expectation`() throws {
    let cases = try HostileCase.load()
    #expect(cases.count >= 700)
    #expect(Set(cases.map(\.name)).count == cases.count)
    for hostile in cases {
      let expected = hostile.expected
      #expect(!expected.why.isEmpty, "\(hostile)")
      #expect(expected.ids.count == expected.accepted, "\(hostile)")
      let rejected = expected.rejected.values.reduce(0, +)
      let sum = expected.accepted + expected.duplicate + expected.ignored + rejected
      #expect(expected.read == sum, "\(hostile)")
    }
  }

  @Test func `every reason for which an event can be rejected occurs in the corpus`() throws {
    let seen = Set(try HostileCase.load().flatMap(\.expected.rejected.keys))
    // The first three are of the catalogue, the fourth of a contract that is not the default, and
    // the last of CSV.
    let others: Set<RejectionReason> = [
      .unknownStatus, .unknownWord, .brokenRule, .notInContract, .badRow,
    ]
    #expect(Set(RejectionReason.allCases.filter { !seen.contains($0.rawValue) }) == others)
    #expect(seen.allSatisfy { RejectionReason(rawValue: $0) != nil })
  }
}

/// The reading of a file.
private func read(
  _ url: URL, as collection: InputCollection, chunk: Int = 1 << 18
) throws -> Reading {
  try EventReader(limits: IngestLimits(), now: now)
    .reading(InputSource(url, as: collection), chunk: chunk)
}

/// The outcome of a file after the history was updated.
private struct Outcome: Equatable {
  var read = 0
  var accepted = 0
  var duplicate = 0
  var ignored = 0
  var rejected: [String: Int] = [:]
  var ids: [ExactText] = []
  var instants: [Int64] = []
  var shapes: [String: Int]?
  var conflicts = 0
  var failure: String?

  init(of url: URL, as collection: InputCollection) throws {
    let file: Reading
    do {
      file = try FindieIngestTests.read(url, as: collection)
    } catch IngestFailure.damagedFile {
      failure = "damagedFile"
      return
    } catch IngestFailure.unsupportedFile {
      failure = "unsupportedFile"
      return
    }
    let counts = file.source.counts
    read = counts.read
    accepted = counts.accepted
    duplicate = counts.duplicate
    ignored = counts.ignored
    rejected = counts.rejectedByReason
    ids = file.keptIds.map { ExactText(Self.named($0)) }.sorted()
    instants = file.events.milliseconds.sorted()
    conflicts = file.conflicts.count
    shapes = counts.byShape
  }

  /// The id as the expectations have it: the derived id of a Google Analytics event is `ga4-*`.
  private static func named(_ id: String) -> String {
    id.wholeMatch(of: /ga4-[0-9a-f]{32}/) == nil ? id : "ga4-*"
  }
}
