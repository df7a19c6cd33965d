import FindieRanking
import FindieWorkspace
import FindieDomain
import FindieFiles
import FindieHistory
import FindieIngest
import FindieNight
import FindieCommands
import FindieStore
import FindieLab
import FindieTestSupport
import Foundation
import Testing

/// The kind of each failure.
struct FailureKindTests {
  struct Case: CustomTestStringConvertible {
    let error: any Error
    let kind: FailureKind

    init(_ error: any Error, _ kind: FailureKind) {
      self.error = error
      self.kind = kind
    }

    var testDescription: String { "\(type(of: error)): \(error)" }
  }

  private struct Unknown: Error {}

  private static let testURL = URL(filePath: "/there")

  private static func file(_ operation: FileFailure.Operation) -> FileFailure {
    FileFailure(operation, testURL, code: 28)
  }

  private static let findings = GateFindings(
    day: Day(daysSinceEpoch: 0), champion: nil, checks: [])

  static let cases = [
    Case(Unknown(), .failed),
    Case(StageFailure(stage: "a", cause: Stopped()), .stopped),
    Case(StageFailure(stage: "a", cause: StageFailure(stage: "b", cause: Stopped())), .stopped),
    Case(StageFailure(stage: "a", cause: Unknown()), .failed),
    Case(NightFailure(cause: Stopped(), publishedDay: nil), .stopped),
    Case(
      NightFailure(
        cause: StageFailure(stage: "a", cause: file(.write)), publishedDay: Day("2026-03-01")),
      .cannotWrite),
    Case(SettingsProblems(problems: []), .badParameters),
    Case(NightRefusal.closed(findings), .failed), Case(NightRefusal.invalid(findings), .bug),
    Case(NightRefusal.volume([]), .badData),
    Case(LabFailure.invalidParameters([]), .badParameters),
    Case(LabFailure.catalogueTooSmall(needed: 2, found: 1), .badParameters),
    Case(LabFailure.folderNotEmpty(path: "there"), .cannotWrite),
    Case(Stopped(), .stopped),
    Case(NightRefusal.lostLines("there", LineCounts()), .bug),
    Case(NotFound("nothing"), .noInput),
    Case(LabFailure.nothingToEvaluate("nobody"), .noInput),
    Case(IngestFailure.noSuchFolder(path: "there"), .noInput),
    Case(IngestFailure.notAFolder(path: "there"), .noInput),
    Case(IngestFailure.noSuchPath(path: "there"), .noInput),
    Case(IngestFailure.unreadableFolder(path: "there", code: 13), .noInput),
    Case(IngestFailure.noInput(path: "there", ignored: []), .noInput),
    Case(IngestFailure.unreadCollection("games", path: "there", ignored: []), .badData),
    Case(IngestFailure.unreadableFile(path: "there", code: 13), .noInput),
    Case(IngestFailure.notAFile(path: "there"), .noInput),
    Case(IngestFailure.emptyStream, .noInput),
    Case(IngestFailure.damagedFile(path: "there", why: "cut"), .badData),
    Case(IngestFailure.badHeader(path: "there", why: "no column is userId"), .badData),
    Case(StoreFailure.missing(path: "there"), .noInput),
    Case(StoreFailure.unpublished(path: "there"), .noInput),
    Case(StoreFailure.notPermitted(path: "there", detail: ""), .cannotWrite),
    Case(StoreFailure.locked(path: "there"), .unavailable),
    Case(StoreFailure.diskFull(path: "there"), .cannotWrite),
    Case(StoreFailure.damaged(path: "there", detail: ""), .failed),
    Case(StoreFailure.foreign(path: "there"), .failed),
    Case(StoreFailure.otherFormat(path: "there", found: 2, supported: 1), .failed),
    Case(ServedModelFailure.missing(path: "there"), .noInput),
    Case(ServedModelFailure.damaged(path: "there", detail: ""), .failed),
    Case(ServedModelFailure.unstable(path: "there"), .failed),
    Case(StoreFailure.failed(path: "there", code: 1, detail: ""), .failed),
    Case(StoreFailure.cannotWrite(path: "there", detail: ""), .cannotWrite),
    Case(file(.create), .cannotWrite), Case(file(.write), .cannotWrite),
    Case(file(.sync), .cannotWrite), Case(file(.rename), .cannotWrite),
    Case(file(.remove), .cannotWrite), Case(file(.link), .cannotWrite),
    Case(file(.read), .failed), Case(file(.list), .failed),
  ]

  @Test(arguments: cases)
  func `each error has its kind`(of example: Case) {
    #expect(FailureKind(of: example.error) == example.kind)
  }

  @Test func `a workspace that another night uses is unavailable`() throws {
    let folder = try TemporaryFolder()
    let lock = try WorkspaceLock(workspace: folder.url)
    let taken = #expect(throws: WorkspaceLock.Held.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    withExtendedLifetime(lock) {}
    #expect(FailureKind(of: try #require(taken)) == .unavailable)
  }

  @Test func `too many bad lines are bad data`() throws {
    var counts = LineCounts()
    counts.read = 100
    counts.rejectedByReason = ["notJSON": 50]
    let breach = BadShareLimit().breach(by: counts, of: "a", quarantine: "q")
    #expect(FailureKind(of: try #require(breach)) == .badData)
  }

  @Test func `every kind except failed has an error`() {
    let kinds = Set(Self.cases.map(\.kind))
    #expect(Set(FailureKind.allCases).subtracting(kinds) == [])
  }

  @Test func `a busy file is a transient error, a full disk is not`() {
    // EAGAIN 11, EINTR 4, EBUSY 16, ENFILE 23, ETXTBSY 26; ENOENT 2, EACCES 13, ENOSPC 28.
    func isTransient(_ code: Int32) -> Bool {
      FailureKind.isTransient(FileFailure(.write, Self.testURL, code: code))
    }
    #expect([11, 4, 16, 23, 26].allSatisfy(isTransient))
    #expect(![2, 13, 28].contains(where: isTransient))
    #expect(FailureKind.isTransient(StoreFailure.locked(path: "/there")))
    #expect(!FailureKind.isTransient(StageFailure(stage: "a", cause: Unknown())))
  }

  @Test func `a failed night names the published night`() {
    let failure = NightFailure(
      cause: StageFailure(stage: "matrix", cause: Unknown()), publishedDay: Day("2026-03-01"))
    #expect(failure.description.hasPrefix("Stage matrix failed: "))
    #expect(failure.description.hasSuffix("The night of 2026-03-01 is still published."))
    #expect(
      NightFailure(cause: Unknown(), publishedDay: nil).description
        .hasSuffix("No night is published yet."))
  }
}
