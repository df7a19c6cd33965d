import FindieBatch
import FindieFiles
import FindieTestSupport
import Foundation
import Testing

/// One night a workspace.
struct WorkspaceLockTests {
  private static let flock = "/usr/bin/flock"

  @Test func `the second holder is refused with the first one's number and what to do`() throws {
    let folder = try TemporaryFolder()
    let lock = try WorkspaceLock(workspace: folder.url)
    let taken = #expect(throws: WorkspaceLock.Taken.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    withExtendedLifetime(lock) {}
    let own = ProcessInfo.processInfo.processIdentifier
    #expect(
      taken?.description == """
        another night is running on \(folder.url.path) (process \(own)); wait until it has ended, or \
        name another --workspace. What was published before is untouched.
        """)
  }

  @Test func `a lock that is let go can be taken again`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 {
      let lock = try WorkspaceLock(workspace: folder.url)
      withExtendedLifetime(lock) {}
    }
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
    let folder = try TemporaryFolder()
    let first = try WorkspaceLock(workspace: folder.url.appending(path: "a"))
    let second = try WorkspaceLock(workspace: folder.url.appending(path: "b"))
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a workspace that is not there yet is made`() throws {
    let folder = try TemporaryFolder()
    let workspace = folder.url.appending(path: "a/b")
    let lock = try WorkspaceLock(workspace: workspace)
    withExtendedLifetime(lock) {}
    #expect(FileManager.default.fileExists(atPath: workspace.path))
  }

  @Test func `a workspace under a file cannot be made, and the failure says so`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    let failure = #expect(throws: FileFailure.self) {
      try WorkspaceLock(workspace: file.appending(path: "workspace"))
    }
    #expect(failure?.operation == .create)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: WorkspaceLockTests.flock)))
  func `another process finds the lock taken, and free when it is let go`() throws {
    let folder = try TemporaryFolder()
    let lock = try WorkspaceLock(workspace: folder.url)
    #expect(try canLock(folder) == false)
    withExtendedLifetime(lock) {}
    _ = consume lock
    #expect(try canLock(folder) == true)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: WorkspaceLockTests.flock)))
  func `a lock of another process is respected until that process ends`() throws {
    let folder = try TemporaryFolder()
    try folder.write("process 1\n", to: ".lock")
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

  private func canLock(_ folder: TemporaryFolder) throws -> Bool {
    let other = Process()
    other.executableURL = URL(filePath: WorkspaceLockTests.flock)
    other.arguments = ["--nonblock", folder.url.appending(path: ".lock").path, "true"]
    try other.run()
    other.waitUntilExit()
    return other.terminationStatus == 0
  }
}
