import FindieWorkspace
import Synchronization

/// Collects a run's warnings, for its summary.
///
/// A class, since the threads of a run share it.
final class CollectedWarnings: RunObserver {
  private let next: any RunObserver
  private let passesOn: Bool
  private let warnings = Mutex<[(stage: String, message: String)]>([])

  /// - Parameter passesOn: whether `next` receives warnings too; it receives all other events.
  init(next: any RunObserver, passesOn: Bool) {
    self.next = next
    self.passesOn = passesOn
  }

  var all: [(stage: String, message: String)] { warnings.withLock { $0 } }

  func report(_ event: RunEvent) {
    if case .warned(let stage, let message) = event {
      warnings.withLock { $0.append((stage, message)) }
      if !passesOn { return }
    }
    next.report(event)
  }
}
