package import FindieIngest
import FindieWorkspace
package import Foundation

/// Where a night's input comes from.
package enum NightInput: Sendable {
  case none
  case folder(URL)
  /// Lines of events on standard input.
  case stream(StandardInput)
  /// Standard input, buffered to a file.
  case buffered(InputSource)

  /// Whether it can be read only once.
  package var isStream: Bool {
    switch self {
    case .stream, .buffered: true
    case .none, .folder: false
    }
  }
}

extension Night {
  /// Checks that the input folder exists. Call it before anything is recorded: a mistyped path is
  /// not a failed night.
  package func checkInputExists() throws(IngestFailure) {
    guard recipe == nil, case .folder(let folder) = input else { return }
    try InputFolder.checkExists(folder)
  }

  /// Calls `body` with this night; standard input is buffered to a file first.
  ///
  /// - Precondition: the workspace's lock is held.
  package func withBufferedInput<Result>(_ body: (Night) throws -> Result) throws -> Result {
    guard case .stream(let stream) = input else { return try body(self) }
    return try stream.withFile(in: workspace.standardInput) { file in
      var night = self
      night.input = .buffered(file)
      return try body(night)
    }
  }

  /// The input files; none for a reproduction.
  ///
  /// - Parameter withDevices: whether players' devices are among them. A night does not read them.
  package func inputFolder(withDevices: Bool = false) throws -> InputFolder {
    if recipe != nil { return .empty }
    switch input {
    case .folder(let folder):
      let files = try InputFolder(scanning: folder, followsLinks: options.followsLinks)
      return withDevices ? files : files.filter { $0.collection != .devices }
    case .buffered(let file): return InputFolder(of: file)
    case .none, .stream: return .empty
    }
  }
}
