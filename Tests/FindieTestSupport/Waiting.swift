import Foundation
package import Testing

/// Tests that mostly wait: for servers, timers and processes. They run on threads of
/// their own, beside the tests that compute, of which there is one per processor at a time.
package struct Waiting: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Threads.shared, operation: function)
  }

  private final class Threads: TaskExecutor {
    static let shared = Threads()
    private let queue = OperationQueue()

    private init() { queue.maxConcurrentOperationCount = 4 }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.addOperation {
        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
      }
    }
  }
}

extension Trait where Self == Waiting {
  package static var waiting: Self { Self() }
}
