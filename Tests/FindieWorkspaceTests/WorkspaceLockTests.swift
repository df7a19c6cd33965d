import FindieWorkspace
import FindieFiles
import FindieTestSupport
import Foundation
import Testing

/// Exclusive use of a workspace.
struct WorkspaceLockTests {
  private static let flock = "/usr/bin/flock"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a second run is refused with the holder, its start and its day`() throws {
    let lock = try WorkspaceLock(workspace: folder.url, day: "2026-03-01")
    let held = #expect(throws: WorkspaceLock.Held.self) {
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
      held?.description == """
        Another run is using the workspace \(folder.url.path) (process \(own) on \(host), since \
        \(written.formatted(.iso8601)), run of 2026-03-01). Run the same command again when it has \
        ended. The published lists did not change.
        """)
  }

  @Test func `a released lock can be acquired again`() throws {
    for _ in 0..<3 {
      let lock = try WorkspaceLock(workspace: folder.url)
      #expect(throws: WorkspaceLock.Held.self) { try WorkspaceLock(workspace: folder.url) }
      lock.release()
    }
  }

  @Test func `a day that becomes known later is named, and the start stays the same`() throws {
    let lock = try WorkspaceLock(workspace: folder.url)
    let file = folder.url.appending(path: ".lock")
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    try FileManager.default.setAttributes([.modificationDate: start], ofItemAtPath: file.path)
    try lock.setDay("2026-03-01")
    let held = #expect(throws: WorkspaceLock.Held.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    #expect(held?.owner?.day == "2026-03-01")
    #expect(held?.since == start)
    lock.release()
    try lock.setDay("2026-03-02")
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("2026-03-02"))
  }

  @Test func `the holder is visible`() throws {
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

  @Test func `two workspaces are independent`() throws {
    let first = try WorkspaceLock(workspace: folder.url.appending(path: "a"))
    let second = try WorkspaceLock(workspace: folder.url.appending(path: "b"))
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a missing workspace is created`() throws {
    let workspace = folder.url.appending(path: "a/b")
    let lock = try WorkspaceLock(workspace: workspace)
    withExtendedLifetime(lock) {}
    #expect(FileManager.default.fileExists(atPath: workspace.path))
  }

  @Test func `a workspace below a file cannot be created`() throws {
    let file = try folder.write("", to: "file")
    let failure = #expect(throws: FileFailure.self) {
      try WorkspaceLock(workspace: file.appending(path: "workspace"))
    }
    #expect(failure?.operation == .create)
  }

  // MARK: - Another process

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: Self.flock)))
  func `another process sees the lock until it is released`() throws {
    let lock = try WorkspaceLock(workspace: folder.url)
    #expect(try canLock() == false)
    withExtendedLifetime(lock) {}
    _ = consume lock
    #expect(try canLock() == true)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: Self.flock)))
  func `a lock of another process is respected until it ends`() throws {
    try folder.write("", to: ".lock")
    let input = Pipe()
    let output = Pipe()
    let other = Process()
    other.executableURL = URL(filePath: Self.flock)
    other.arguments = [
      "--exclusive", folder.url.appending(path: ".lock").path, "-c", "echo held; read end",
    ]
    other.standardInput = input
    other.standardOutput = output
    try other.run()
    // The output arrives once the lock is held.
    _ = output.fileHandleForReading.availableData
    #expect(throws: WorkspaceLock.Held.self) { try WorkspaceLock(workspace: folder.url) }
    try input.fileHandleForWriting.close()
    other.waitForEnd()
    _ = try WorkspaceLock(workspace: folder.url)
  }

  private func canLock() throws -> Bool {
    let other = Process()
    other.executableURL = URL(filePath: Self.flock)
    other.arguments = ["--nonblock", folder.url.appending(path: ".lock").path, "true"]
    try other.run()
    other.waitForEnd()
    return other.terminationStatus == 0
  }

  @Test(arguments: ["", "process 12\n", #"{"host":"el"#])
  func `an incomplete lock file has no owner`(text: String) throws {
    let lock = try WorkspaceLock(workspace: folder.url)
    // In place: another file would not be locked.
    let file = folder.url.appending(path: ".lock")
    try Data(text.utf8).write(to: file, options: [])
    let held = #expect(throws: WorkspaceLock.Held.self) {
      try WorkspaceLock(workspace: folder.url)
    }
    #expect(held != nil && held?.owner == nil)
    lock.release()
    _ = try WorkspaceLock(workspace: folder.url)
  }

  // MARK: - Waiting

  @Test func `waiting is reported once, and ends when the lock is released`() throws {
    var first: WorkspaceLock? = try WorkspaceLock(workspace: folder.url)
    var (seconds, messages) = (0.0, [String]())
    let second = try WorkspaceLock.acquire(
      folder.url, day: nil, timeoutInSeconds: 60, elapsedSeconds: { seconds },
      pause: {
        seconds += $0
        if seconds >= 5 { first = nil }
      }, report: { messages.append($0) })
    withExtendedLifetime((first, second)) {}
    #expect(seconds == 5)
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("Waiting. Another run is using") == true)
  }

  @Test func `waiting ends after the timeout`() throws {
    let first = try WorkspaceLock(workspace: folder.url)
    var seconds = 0.0
    #expect(throws: WorkspaceLock.Held.self) {
      try WorkspaceLock.acquire(
        folder.url, day: nil, timeoutInSeconds: 3.5, elapsedSeconds: { seconds },
        pause: { seconds += $0 }, report: { _ in })
    }
    withExtendedLifetime(first) {}
    #expect(seconds == 3.5)
  }
}
