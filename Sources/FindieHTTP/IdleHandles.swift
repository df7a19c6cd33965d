import CCurl
import Synchronization

/// libcurl's handles between two requests, with their open connections.
///
/// A class, since the last user closes the connections.
final class IdleHandles: Sendable {
  /// As numbers, since pointers cannot be passed between threads.
  private let addresses = Mutex<[UInt]>([])

  deinit {
    for address in addresses.withLock({ $0 }) {
      unsafe curl_easy_cleanup(UnsafeMutableRawPointer(bitPattern: address))
    }
  }

  /// A handle without options, for one request; nil if libcurl has no memory.
  func take() -> UnsafeMutableRawPointer? {
    guard let address = addresses.withLock({ $0.popLast() }) else { return unsafe curl_easy_init() }
    return unsafe UnsafeMutableRawPointer(bitPattern: address)
  }

  func give(_ handle: UnsafeMutableRawPointer) {
    // The connections stay.
    unsafe curl_easy_reset(handle)
    let address = UInt(bitPattern: handle)
    addresses.withLock { $0.append(address) }
  }
}
