import CCurl

/// Collects an answer while libcurl performs a request.
///
/// A class, since libcurl calls functions with its address.
final class AnswerReader {
  /// By name in lower case.
  private(set) var headers: [String: String] = [:]
  private(set) var body: [UInt8] = []
  /// Whether reading was ended because the answer is too large.
  private(set) var isTooLarge = false
  /// Whether the request was ended by a stop.
  private(set) var isStopped = false
  private var headBytes = 0
  private let maximumBytes: Int
  private let isStopping: () -> Bool

  private static let maximumHeadBytes = 1 << 18

  init(maximumBytes: Int, isStopping: @escaping () -> Bool) {
    self.maximumBytes = maximumBytes
    self.isStopping = isStopping
  }

  /// Performs the request of a handle.
  func read(from handle: UnsafeMutableRawPointer) -> CURLcode {
    // The reader outlives the request.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
      unsafe findie_curl_set_context(handle, option, context)
    }
    unsafe findie_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe AnswerReader.of(context).add(head: line) ? size * count : 0
    }
    unsafe findie_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      return unsafe AnswerReader.of(context).add(body: piece) ? size * count : 0
    }
    unsafe findie_curl_set_long(handle, CURLOPT_NOPROGRESS, 0)
    unsafe findie_curl_set_progress(handle) { context, _, _, _, _ in
      unsafe AnswerReader.of(context).mayContinue() ? 0 : 1
    }
    return unsafe curl_easy_perform(handle)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> AnswerReader {
    guard let context = unsafe context else { preconditionFailure("libcurl lost its context") }
    return unsafe Unmanaged<AnswerReader>.fromOpaque(context).takeUnretainedValue()
  }

  /// - Parameter head: a header line, including its line end.
  private func add(head line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= AnswerReader.maximumHeadBytes else {
      isTooLarge = true
      return false
    }
    let text = unsafe String(decoding: line, as: UTF8.self)
    // The headers of a proxy and of interim answers come first.
    if text.hasPrefix("HTTP/") { headers = [:] }
    let parts = text.split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      let value = parts[1].drop { $0 == " " || $0 == "\t" }
      headers[parts[0].lowercased()] = String(value.prefix { !$0.isNewline })
    }
    return true
  }

  private func add(body piece: UnsafeRawBufferPointer) -> Bool {
    guard body.count + piece.count <= maximumBytes else {
      isTooLarge = true
      body = []
      return false
    }
    unsafe body.append(contentsOf: piece)
    return true
  }

  private func mayContinue() -> Bool {
    guard isStopping() else { return true }
    isStopped = true
    return false
  }
}
