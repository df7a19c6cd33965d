import FindieBatch
import FindieFiles
import FindieTestSupport
import Foundation
import Testing

/// One run a workspace.
struct WorkspaceLockTests {
  private static let flock = "/usr/bin/flock"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var lease: URL { folder.url.appending(path: ".lease") }

  @Test func `the second holder is refused with who holds it, since when, for which night`() throws
  {
    let lock = try WorkspaceLock(workspace: folder.url, day: "2026-03-01")
    let taken = #expect(throws: WorkspaceLock.Taken.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    withExtendedLifetime(lock) {}
    let (own, host) = (
      ProcessInfo.processInfo.processIdentifier, ProcessInfo.processInfo.hostName
    )
    let written = try #require(
      FileManager.default.attributesOfItem(atPath: folder.url.appending(path: ".lock").path)[
        .modificationDate] as? Date)
    #expect(
      taken?.description == """
        another run holds \(folder.url.path) (process \(own) on \(host), since \
        \(written.formatted(.iso8601)), the night of 2026-03-01); wait until it has ended, which \
        --wait does, or name another --workspace. What was published before is untouched.
        """)
  }

  @Test func `a lock that is let go can be taken again, each time by another token`() throws {
    var tokens: [Int] = []
    for _ in 0..<3 {
      let lock = try WorkspaceLock(workspace: folder.url)
      tokens.append(lock.owner.token)
      #expect(FileManager.default.fileExists(atPath: lease.path))
      withExtendedLifetime(lock) {}
      _ = consume lock
      #expect(!FileManager.default.fileExists(atPath: lease.path))
    }
    #expect(tokens == [1, 2, 3])
  }

  @Test func `the holder is known to others, without a lock of theirs, while it holds`() throws {
    let folder = try TemporaryFolder()
    #expect(WorkspaceLock.holder(of: folder.url) == nil)
    do {
      let lock = try WorkspaceLock(workspace: folder.url)
      #expect(
        WorkspaceLock.holder(of: folder.url) == ProcessInfo.processInfo.processIdentifier)
      withExtendedLifetime(lock) {}
    }
    #expect(WorkspaceLock.holder(of: folder.url) == nil)
  }

  @Test func `two workspaces do not know of each other`() throws {
    let first = try WorkspaceLock(workspace: folder.url.appending(path: "a"))
    let second = try WorkspaceLock(workspace: folder.url.appending(path: "b"))
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a workspace that is not there yet is made`() throws {
    let workspace = folder.url.appending(path: "a/b")
    let lock = try WorkspaceLock(workspace: workspace)
    withExtendedLifetime(lock) {}
    #expect(FileManager.default.fileExists(atPath: workspace.path))
  }

  @Test func `a workspace under a file cannot be made, and the failure says so`() throws {
    let file = try folder.write("", to: "file")
    let failure = #expect(throws: FileFailure.self) {
      try WorkspaceLock(workspace: file.appending(path: "workspace"))
    }
    #expect(failure?.operation == .create)
  }

  // MARK: - Another process

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: WorkspaceLockTests.flock)))
  func `another process finds the lock taken, and free when it is let go`() throws {
    let lock = try WorkspaceLock(workspace: folder.url)
    #expect(try canLock() == false)
    withExtendedLifetime(lock) {}
    _ = consume lock
    #expect(try canLock() == true)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: WorkspaceLockTests.flock)))
  func `a lock of another process is respected until that process ends`() throws {
    try folder.write("", to: ".lock")
    let input = Pipe()
    let output = Pipe()
    let other = Process()
    other.executableURL = URL(filePath: WorkspaceLockTests.flock)
    other.arguments = [
      "--exclusive", folder.url.appending(path: ".lock").path, "-c", "echo held; read end",
    ]
    other.standardInput = input
    other.standardOutput = output
    try other.run()
    // The word comes when the lock is held.
    _ = output.fileHandleForReading.availableData
    #expect(throws: WorkspaceLock.Taken.self) { try WorkspaceLock(workspace: folder.url) }
    try input.fileHandleForWriting.close()
    other.waitUntilExit()
    _ = try WorkspaceLock(workspace: folder.url)
  }

  private func canLock() throws -> Bool {
    let other = Process()
    other.executableURL = URL(filePath: WorkspaceLockTests.flock)
    other.arguments = ["--nonblock", folder.url.appending(path: ".lock").path, "true"]
    try other.run()
    other.waitUntilExit()
    return other.terminationStatus == 0
  }

  // MARK: - Another host

  /// A folder that another host holds, whose lock of the system does not reach us.
  private func hold(from host: String, token: Int, beatenSecondsAgo seconds: Double) throws {
    try folder.write(#"{"host":"\#(host)","process":77,"token":\#(token)}"#, to: ".lock")
    try folder.write(#"{"day":"2026-03-01","token":\#(token)}"#, to: ".lease")
    try FileManager.default.setAttributes(
      [.modificationDate: Date().addingTimeInterval(-seconds)], ofItemAtPath: lease.path)
  }

  @Test func `another host's lease that is fresh is respected`() throws {
    try hold(from: "elsewhere", token: 7, beatenSecondsAgo: 200)
    let taken = #expect(throws: WorkspaceLock.Taken.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    #expect(taken?.owner?.host == "elsewhere")
    #expect(taken?.owner?.process == 77)
    #expect(taken?.day == "2026-03-01")
  }

  @Test func `another host's lease that ran out is not, and its token is outdone`() throws {
    try hold(from: "elsewhere", token: 7, beatenSecondsAgo: 400)
    let lock = try WorkspaceLock(workspace: folder.url)
    #expect(lock.owner.token == 8)
    #expect(lock.predecessor?.host == "elsewhere")
  }

  @Test func `a lease of an earlier taking says nothing of the last one`() throws {
    try hold(from: "elsewhere", token: 7, beatenSecondsAgo: 0)
    try folder.write(#"{"host":"elsewhere","process":78,"token":8}"#, to: ".lock")
    #expect(try WorkspaceLock(workspace: folder.url).owner.token == 9)
  }

  @Test func `a dead owner on this host is known by the process, whatever its lease says`() throws {
    try hold(from: ProcessInfo.processInfo.hostName, token: 3, beatenSecondsAgo: 0)
    #expect(try WorkspaceLock(workspace: folder.url).owner.token == 4)
  }

  @Test func `who lost the workspace is told so, and lets the other's lease alone`() throws {
    let lock = try WorkspaceLock(workspace: folder.url)
    try lock.check()
    try hold(from: "elsewhere", token: 2, beatenSecondsAgo: 0)
    let lost = #expect(throws: WorkspaceLock.Lost.self) { try lock.check() }
    #expect(lost?.description.contains("process 77 on elsewhere took it") == true)
    _ = consume lock
    #expect(FileManager.default.fileExists(atPath: lease.path))
  }

  @Test(arguments: ["", "process 12\n", #"{"host":"el"#])
  func `what a machine that went down left of the file is nobody's`(text: String) throws {
    try folder.write(text, to: ".lock")
    let lock = try WorkspaceLock(workspace: folder.url)
    try lock.check()
    #expect(lock.owner.token == 1)
  }

  // MARK: - Waiting

  @Test func `who waits says so once, and has it when it is let go`() throws {
    var first: WorkspaceLock? = try WorkspaceLock(workspace: folder.url)
    var (seconds, said) = (0.0, [String]())
    let second = try WorkspaceLock.taken(
      folder.url, day: nil, waiting: 60, elapsedSeconds: { seconds },
      pause: {
        seconds += $0
        if seconds >= 5 { first = nil }
      }, say: { said.append($0) })
    withExtendedLifetime(first) {}
    #expect(seconds == 5)
    #expect(second.owner.token == 2)
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("waiting: another run holds") == true)
  }

  @Test func `who waited long enough leaves`() throws {
    let first = try WorkspaceLock(workspace: folder.url)
    var seconds = 0.0
    #expect(throws: WorkspaceLock.Taken.self) {
      try WorkspaceLock.taken(
        folder.url, day: nil, waiting: 3.5, elapsedSeconds: { seconds },
        pause: { seconds += $0 }, say: { _ in })
    }
    withExtendedLifetime(first) {}
    #expect(seconds == 3.5)
  }
}
