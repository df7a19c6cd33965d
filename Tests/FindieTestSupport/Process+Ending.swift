package import Foundation
import Glibc

extension Process {
  /// Waits for the end, at most ten minutes, after which the process is killed. Without a limit,
  /// the run of the tests would not end either.
  ///
  /// `waitUntilExit` looks every 50 ms on Linux, and the tests start 3,000 processes.
  ///
  /// - Returns: false if it was killed.
  @discardableResult package func waitForEnd() -> Bool {
    let last = Date(timeIntervalSinceNow: 600)
    while isRunning {
      if Date() > last { kill(processIdentifier, SIGKILL) }
      usleep(1000)
    }
    // The process has ended, so this returns at once. It breaks the cycle of references between the
    // process and its run loop source, which would keep the pipes open.
    waitUntilExit()
    return Date() <= last
  }
}
