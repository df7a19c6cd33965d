import FindieDomain
import FindiePartners
import Synchronization

/// A clock that only pauses move. A class, since the transport shares it.
final class VirtualClock: Sendable {
  private struct State {
    var now: Int64
    var pauses: [Double] = []
    var isStopping = false
    var pausesUntilStop: Int?
  }

  private let state: Mutex<State>

  /// - Parameter milliseconds: since 1970.
  init(_ milliseconds: Int64 = 1_790_000_000_000) {
    state = Mutex(State(now: milliseconds))
  }

  var transport: TransportClock {
    TransportClock(
      now: { self.now }, pause: { try self.pause($0) }, isStopping: { self.isStopping })
  }

  var now: Timestamp { state.withLock { Timestamp(milliseconds: $0.now) } }

  /// In seconds.
  var pauses: [Double] { state.withLock { $0.pauses } }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func advance(seconds: Double) {
    state.withLock { $0.now += Int64((seconds * 1000).rounded(.up)) }
  }

  func stop() { state.withLock { $0.isStopping = true } }

  /// Stops at the pause after `count` others.
  func stop(afterPauses count: Int) { state.withLock { $0.pausesUntilStop = count } }

  private func pause(_ seconds: Double) throws {
    try state.withLock { state in
      if state.pauses.count == state.pausesUntilStop { state.isStopping = true }
      if state.isStopping { throw SyncStopped() }
      state.pauses.append(seconds)
      state.now += Int64((seconds * 1000).rounded(.up))
    }
  }
}
