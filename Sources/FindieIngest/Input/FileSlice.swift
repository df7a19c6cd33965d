import Synchronization

/// A part of a file that one thread reads: the lines that begin in a range of its stored bytes.
///
/// All slices of a file read the same open file, so that they are parts of one version of it.
struct FileSlice: Sendable {
  let file: Int
  let source: InputSource
  let bytes: Range<Int>
  private let shared: SharedFile

  /// All slices, in the files' order. If the content of a file cannot be divided, the first of its
  /// slices has all lines.
  static func slices(of sources: [InputSource], bytes: Int) -> [FileSlice] {
    let blocks = max(1, bytes / StoredFile.blockBytes) * StoredFile.blockBytes
    return sources.enumerated().flatMap { file, source in
      let starts = Array(stride(from: 0, to: max(1, Int(source.size)), by: blocks))
      let shared = SharedFile(source, slices: starts.count)
      return starts.indices.map { index in
        // A file that grew since the scan is read to its end.
        let end = index + 1 < starts.count ? starts[index + 1] : Int.max
        return FileSlice(file: file, source: source, bytes: starts[index]..<end, shared: shared)
      }
    }
  }

  /// The open file, which `close` closes after the last slice.
  func open() throws(IngestFailure) -> OpenFile { try shared.open() }

  func close() { shared.finish() }
}

/// The open file of some slices: opened for the first of them, closed after the last.
///
/// A class, since the threads that read the slices share it.
private final class SharedFile: Sendable {
  private let source: InputSource
  private let state: Mutex<State>

  private struct State {
    var file: OpenFile?
    var unread: Int
  }

  init(_ source: InputSource, slices: Int) {
    self.source = source
    state = Mutex(State(unread: slices))
  }

  func open() throws(IngestFailure) -> OpenFile {
    try state.withLock { state throws(IngestFailure) in
      if let file = state.file { return file }
      let file = try OpenFile(source.url, named: source.compression)
      state.file = file
      return file
    }
  }

  /// Notes that a slice was read.
  func finish() {
    state.withLock { state in
      state.unread -= 1
      if state.unread == 0 { state.file = nil }
    }
  }
}
